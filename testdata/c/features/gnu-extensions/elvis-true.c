// ?: with the middle left out
// expect: TRUE
// inputs: 0
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int n;
static int f(void) { return ++n; }

int main(void) {
  int z = __VERIFIER_nondet_int();
  __VERIFIER_assume(z == 0);
  int x = f() ?: 9;
  if (x != 1) reach_error();
  if (n != 1) reach_error();
  if (!((z ?: 9) == 9)) reach_error();
  return 0;
}
