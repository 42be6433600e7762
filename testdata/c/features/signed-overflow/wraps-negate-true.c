// the smallest int negated is itself
// expect: TRUE
// gcc: -fwrapv
// inputs: -2147483648
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == -2147483648);
  if (-x != x) reach_error();
  if (!(-x < 0)) reach_error();
  return 0;
}
