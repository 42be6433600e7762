// a product of long longs may overflow
// expect: FALSE
// flags: --check overflow
// run: no, the errors are none of the program's own
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  long long a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  long long p = a * b * 4;
  return p > 0;
}
