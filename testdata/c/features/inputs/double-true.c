// a double input may be NaN
// expect: TRUE
// inputs: nan
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double d = __VERIFIER_nondet_double();
  if (d < 0 && d > 1) reach_error();
  return 0;
}
