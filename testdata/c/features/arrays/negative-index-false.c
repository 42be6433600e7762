// a negative index from a pointer into the middle
// expect: FALSE
// inputs: -2
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int v[5] = {1, 2, 3, 4, 5};
  int *p = v + 3;
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == -2);
  if (p[i] != 2) reach_error();
  if (p[-1] + i[p] == 5) reach_error();
  return 0;
}
