// signed addition wraps by default
// expect: TRUE
// gcc: -fwrapv
// inputs: 2147483647
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 2147483647);
  if (x + 1 != -2147483647 - 1) reach_error();
  if (!(x + 1 < x)) reach_error();
  return 0;
}
