// return leaves loops
// expect: TRUE
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int find(const int *v, int n, int k) {
  for (int i = 0; i < n; i++) { if (v[i] == k) return i; }
  return -1;
}

int main(void) {
  int v[4] = {7, 5, 3, 1};
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(k == 3);
  if (!(find(v, 4, k) == 2)) reach_error();
  if (!(find(v, 2, k) == -1)) reach_error();
  return 0;
}
