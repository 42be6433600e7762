// a function as an argument
// expect: FALSE
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int apply(int (*f)(int), int x) { return f(f(x)); }
static int sq(int x) { return x * x; }

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 3);
  if (apply(sq, x) == 81) reach_error();
  return 0;
}
