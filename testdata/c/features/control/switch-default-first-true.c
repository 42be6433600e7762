// default may stand anywhere
// expect: TRUE
// inputs: -1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int f(int x) { switch (x) { default: return 9; case -1: return 1; case 'a': return 2; } }

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == -1);
  if (f(x) != 1) reach_error();
  if (f(97) != 2) reach_error();
  if (f(0) != 9) reach_error();
  return 0;
}
