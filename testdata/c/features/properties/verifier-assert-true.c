// __VERIFIER_assert that the program defines
// expect: TRUE
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static void __VERIFIER_assert(int c) { if (!c) { reach_error(); } }

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 3);
  __VERIFIER_assert(x == 3);
  if (x != 3) reach_error();
  return 0;
}
