// an index may be one past the last element
// expect: FALSE
// flags: --check bounds
// run: no, the errors are none of the program's own
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  int a[4] = {0}, i = __VERIFIER_nondet_int();
  if (i >= 0 && i <= 4) a[i] = 1;
  return a[0];
}
