// a conversion to int cuts towards zero
// expect: FALSE
// inputs: -3.75
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);

int main(void) {
  double d = __VERIFIER_nondet_double();
  __VERIFIER_assume(d == -3.75);
  if ((int)d != -3) reach_error();
  if ((int)-d != 3) reach_error();
  if ((unsigned char)-d == 3) reach_error();
  return 0;
}
