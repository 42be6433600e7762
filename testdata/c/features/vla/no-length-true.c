// an execution ends where the length of a variable-length array is not positive
// expect: TRUE
// run: no, it is undefined
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), a[n];
  if (n <= 0) reach_error();
  a[0] = n;
  return 0;
}
