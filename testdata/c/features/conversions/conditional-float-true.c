// ?: between int and double is double
// expect: TRUE
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(k == 1);
  int three = 3;
  if (!((k ? three : 1.0) / 2 == 1.5)) reach_error();
  if (!((k ? three : 1) / 2 == 1)) reach_error();
  if (!(sizeof(k ? 1 : 1.0) == 8)) reach_error();
  return 0;
}
