// ?: evaluates one of its results
// expect: FALSE
// inputs: 0
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int n;
static int f(int r) { n += r; return r; }

int main(void) {
  int c = __VERIFIER_nondet_int();
  __VERIFIER_assume(c == 0);
  int r = c ? f(1) : f(10);
  if (n != 10) reach_error();
  r = c ? f(1) : !c ? f(100) : f(1000);
  if (n == 110 && r == 100) reach_error();
  return 0;
}
