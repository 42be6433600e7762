// an array of arrays is stored row by row
// expect: TRUE
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == 1);
  if (m[i][2] != 6) reach_error();
  int *p = &m[0][0];
  if (p[4] != 5) reach_error();
  if (!(sizeof m == 24 && sizeof m[0] == 12)) reach_error();
  return 0;
}
