// shifts of unsigned numbers by less than the width are defined
// expect: TRUE
// flags: --check overflow
// run: no, the errors are none of the program's own
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() & 31;
  return 1u << n > 4;
}
