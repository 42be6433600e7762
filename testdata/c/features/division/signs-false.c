// / rounds towards zero, % has the sign of the dividend
// expect: FALSE
// inputs: -7 2
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int a = __VERIFIER_nondet_int();
  __VERIFIER_assume(a == -7);
  int b = __VERIFIER_nondet_int();
  __VERIFIER_assume(b == 2);
  if (!(a / b == -3)) reach_error();
  if (!(a % b == -1)) reach_error();
  if (!(a / -b == 3)) reach_error();
  if (!(a % -b == -1)) reach_error();
  if (-a % -b == 1) reach_error();
  return 0;
}
