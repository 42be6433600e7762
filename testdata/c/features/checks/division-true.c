// a division after a test is not by zero
// expect: TRUE
// flags: --check division-by-zero
// run: no, the errors are none of the program's own
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  return n != 0 && 10 / n > 2 ? 1 : 0;
}
