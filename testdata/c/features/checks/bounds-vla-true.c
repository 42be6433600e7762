// indices within a variable-length array and its rows
// expect: TRUE
// flags: --check arrays,memory
// run: no, no error function is called
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000) return 0;
  int a[2][n], *end = &a[1][n];
  for (int i = 0; i < n; i++) a[1][i] = i;
  return end == a[1];
}
