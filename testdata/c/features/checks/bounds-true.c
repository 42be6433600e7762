// the address after the last element is not an access
// expect: TRUE
// flags: --check bounds
// run: no, the errors are none of the program's own
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  int a[3][4], n = 0;
  for (int *p = &a[2][0]; p != &a[2][4]; p++) *p = n++;
  return a[2][3];
}
