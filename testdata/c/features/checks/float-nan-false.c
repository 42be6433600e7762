// NaN is not a value of any integer type
// expect: FALSE
// flags: --check float-conversion
// run: no, the errors are none of the program's own
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double d = __VERIFIER_nondet_double();
  return !(d >= 1 || d <= 1) ? (int)d : 0;
}
