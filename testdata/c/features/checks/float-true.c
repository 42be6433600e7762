// the fraction is cut off before the value has to fit
// expect: TRUE
// flags: --check float-conversion
// run: no, the errors are none of the program's own
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double d = __VERIFIER_nondet_double();
  unsigned char c = d > -1 && d < 256 ? (unsigned char)d : 0;
  return c;
}
