// ?: between int and unsigned is unsigned, also when it gives the int
// expect: TRUE
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(k == 1);
  int neg = -1;
  unsigned u = 5;
  if (!((k ? neg : u) > 0)) reach_error();
  if (!((k ? neg : 0) < 0)) reach_error();
  if (!((k ? neg : 0u) / 2 == 2147483647u)) reach_error();
  if (!((k ? (char)-1 : (short)1) < 0)) reach_error();
  return 0;
}
