// operands that are not evaluated are not checked
// expect: TRUE
// flags: --check all
// run: no, the errors are none of the program's own
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int a = n < 2147483647 && n + 1 > 5;
  int b = n == 0 || 10 / n > 1;
  int c = n > -5 ? 1 : -5 - n;
  return a + b + (c > 0) + (int)sizeof(n + 1);
}
