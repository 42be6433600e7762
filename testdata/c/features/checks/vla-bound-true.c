// the lengths of variable-length arrays are positive
// expect: TRUE
// flags: --check vla-bound
// run: no, no error function is called
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0 || n > 100) return 0;
  int a[n];
  return n > 50 && sizeof(char[n - 50]) + sizeof a > 1000;
}
