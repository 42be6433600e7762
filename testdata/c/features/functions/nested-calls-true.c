// calls as arguments of calls
// expect: TRUE
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int add(int a, int b) { return a + b; }
static int twice(int a) { return 2 * a; }

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 3);
  if (!(add(twice(x), add(twice(add(x, 1)), 1)) == 15)) reach_error();
  return 0;
}
