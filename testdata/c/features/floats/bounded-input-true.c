// bounds of a sum of bounded inputs
// expect: TRUE
// inputs: 2.5
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  __VERIFIER_assume(x >= 1 && x <= 4);
  if (x + 1 > 5) reach_error();
  return 0;
}
