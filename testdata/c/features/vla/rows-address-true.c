// addresses of rows of a variable-length array
// expect: TRUE
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n == 3);
  int m[2][n];
  int (*r)[n] = &m[1];
  m[1][2] = 7;
  if ((*r)[2] != 7) reach_error();
  r = &r[-1];
  if (r != m) reach_error();
  if (&m[1][2] - &m[0][0] != 5) reach_error();
  return 0;
}
