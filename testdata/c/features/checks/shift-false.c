// a shift by the width is undefined
// expect: FALSE
// flags: --check shift
// run: no, the errors are none of the program's own
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() & 63;
  return 1u << n > 4;
}
