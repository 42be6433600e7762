// a function that returns a function
// expect: FALSE
// inputs: 0
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*pick(int c))(void) { return c ? one : two; }

int main(void) {
  int c = __VERIFIER_nondet_int();
  __VERIFIER_assume(c == 0);
  if (pick(c)() != 2) reach_error();
  if (pick(!c)() == 1) reach_error();
  return 0;
}
