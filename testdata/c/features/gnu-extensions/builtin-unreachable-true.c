// __builtin_unreachable is not passed
// expect: TRUE
// inputs: 2
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int f(int x) { switch (x) { case 1: return 5; case 2: return 6; } __builtin_unreachable(); }

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 2);
  if (f(x) != 6) reach_error();
  return 0;
}
