// an argument is converted to the type of the parameter
// expect: FALSE
// inputs: 255
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int f(signed char c) { return c; }
static unsigned char g(int x) { return x; }

int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == 255);
  if (f(i) != -1) reach_error();
  if (g(-1) != i) reach_error();
  if (g(i + 2) == 1) reach_error();
  return 0;
}
