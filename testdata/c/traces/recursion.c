extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int sum(int n) {
  if (n <= 0)
    return 0;
  return n + sum(n - 1);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (sum(n) == 3)
    reach_error();
  return 0;
}
