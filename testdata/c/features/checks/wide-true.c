// a product of ints fits in long long
// expect: TRUE
// flags: --check overflow
// run: no, the errors are none of the program's own
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  long long p = (long long)a * b;
  return p > 0;
}
