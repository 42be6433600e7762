// an index beyond its row is an error though it is in the array
// expect: FALSE
// flags: --check bounds
// run: no, the errors are none of the program's own
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  int a[3][4] = {0}, i = __VERIFIER_nondet_int() & 7;
  return a[1][i];
}
