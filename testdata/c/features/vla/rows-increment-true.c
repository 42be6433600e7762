// ++ and += move a pointer by rows of a variable-length array
// expect: TRUE
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n == 3);
  int m[3][n];
  int (*r)[n] = m;
  m[1][1] = 5;
  m[2][0] = 6;
  r++;
  if ((*r)[1] != 5) reach_error();
  r += 1;
  if ((*r)[0] != 6) reach_error();
  if ((--r)[0][1] != 5) reach_error();
  return 0;
}
