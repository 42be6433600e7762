// arithmetic on rows of a variable-length array
// expect: refused, variable-length
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n == 3);
  int m[2][n];
  int (*r)[n] = m;
  m[1][1] = 5;
  r++;
  if ((*r)[1] != 5) reach_error();
  return 0;
}
