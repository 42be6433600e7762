// a program's own function assume
// expect: FALSE
// inputs: 4
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static void assume(int c) { while (!c) ; }

int main(void) {
  int x = __VERIFIER_nondet_int();
  assume(x > 3);
  if (x == 4) reach_error();
  return 0;
}
