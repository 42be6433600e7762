// a loop over an array whose size is an input
// expect: TRUE
// inputs: 5
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int v[5] = {0};
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n > 0 && n <= 5);
  for (int i = 0; i < n; i++) v[i] = i;
  if (v[n - 1] != n - 1) reach_error();
  return 0;
}
