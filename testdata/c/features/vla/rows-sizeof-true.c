// sizeof rows of a variable-length array
// expect: TRUE
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n == 3);
  int m[2][n], (*r)[n] = m;
  n = 9;
  if (sizeof *r != 12) reach_error();
  if (sizeof m[1] != 12) reach_error();
  if (sizeof m != 24) reach_error();
  if (sizeof r[0][0] != 4) reach_error();
  return 0;
}
