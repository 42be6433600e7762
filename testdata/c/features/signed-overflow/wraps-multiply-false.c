// signed multiplication wraps by default
// expect: FALSE
// gcc: -fwrapv
// inputs: 65536
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 65536);
  if (x * x != 0) reach_error();
  if (65537 * x == 65536) reach_error();
  return 0;
}
