// an integer may be divided by zero
// expect: FALSE
// flags: --check division-by-zero
// run: no, the errors are none of the program's own
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  return n == 3 ? 1 : 10 % n;
}
