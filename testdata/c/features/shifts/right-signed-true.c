// negative numbers are shifted right with their sign
// expect: TRUE
// inputs: -9
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == -9);
  if (i >> 1 != -5) reach_error();
  if (i >> 31 != -1) reach_error();
  if (!(i / 2 == -4)) reach_error();
  return 0;
}
