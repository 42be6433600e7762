// a number is converted to an integer type that does not have it
// expect: FALSE
// flags: --check float-conversion
// run: no, the errors are none of the program's own
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double d = __VERIFIER_nondet_double();
  return d > 0 && d < 3e9 ? (int)d : 0;
}
