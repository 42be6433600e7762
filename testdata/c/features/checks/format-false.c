// a format has more conversions than arguments
// expect: FALSE
// flags: --check format
// run: no, the errors are none of the program's own
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int printf(const char *format, ...);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 3) printf("%d of %*d\n", n, n);
  return 0;
}
