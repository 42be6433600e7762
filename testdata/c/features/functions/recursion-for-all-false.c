// a recursive function, for all inputs
// expect: FALSE
// inputs: 4
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int sum(int n) { return n <= 0 ? 0 : 1 + sum(n - 1); }

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (sum(n) == 4) reach_error();
  return 0;
}
