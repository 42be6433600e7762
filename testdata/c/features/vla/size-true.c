// sizeof a variable-length array is computed when it runs
// expect: TRUE
// inputs: 5
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n == 5);
  int v[n];
  v[n - 1] = 3;
  if (sizeof v != 20) reach_error();
  n = 7;
  if (sizeof v != 20) reach_error();
  if (v[4] != 3) reach_error();
  return 0;
}
