// Adds up an array of inputs, each at most 10. The sum can exceed 25.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
void reach_error(void) {}

int sum(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

int main(void) {
  int a[3];
  for (int i = 0; i < 3; i++) {
    a[i] = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= a[i] && a[i] <= 10);
  }
  if (sum(a, 3) > 25)
    reach_error();
  return 0;
}
