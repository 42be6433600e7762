// sums and differences of pointers to rows
// expect: FALSE
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n == 3);
  int m[3][n];
  m[2][1] = 5;
  int (*r)[n] = 1 + m, (*q)[n] = r + 1;
  if ((*q)[1] != 5) reach_error();
  if (q - m != 2) reach_error();
  if ((*(m + 2))[1] != 5) reach_error();
  if (q - 2 == m) reach_error();
  return 0;
}
