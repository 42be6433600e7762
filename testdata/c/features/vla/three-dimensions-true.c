// a variable-length array of arrays of arrays
// expect: TRUE
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n == 3);
  short c[2][n][2], (*p)[n][2] = c;
  c[1][2][1] = 9;
  p++;
  if ((*p)[2][1] != 9) reach_error();
  if (sizeof *p != 12) reach_error();
  if (c[1][2] - c[0][0] != 10) reach_error();
  return 0;
}
