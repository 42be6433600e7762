// loops and returns inside a statement expression
// expect: TRUE
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int f(int n) { return 1 + ({ int s = 0; while (n > 0) { if (n == 7) return -1; s += n--; } s; }); }

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n == 3);
  if (f(n) != 7) reach_error();
  if (f(9) != -1) reach_error();
  return 0;
}
