// a parameter that points to rows of a variable-length array
// expect: FALSE
// inputs: 2
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int f(int n, int m[][n]) { m++; return (*m)[1] + m[1][0]; }

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n == 2);
  int m[3][n];
  m[1][1] = 5;
  m[2][0] = 6;
  if (f(n, m) == 11) reach_error();
  return 0;
}
