// attribute fallthrough is a statement
// expect: FALSE
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int f(int x) { switch (x) { case 1: x = 5; __attribute__((fallthrough)); case 2: return x; } return 0; }

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 1);
  if (f(x) != 5) reach_error();
  if (f(2) == 2) reach_error();
  return 0;
}
