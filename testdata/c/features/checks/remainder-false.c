// the remainder of the least number by -1 is undefined
// expect: FALSE
// flags: --check overflow
// run: no, the errors are none of the program's own
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  return n < -2147483647 ? n % (n + 2147483647) : 0;
}
