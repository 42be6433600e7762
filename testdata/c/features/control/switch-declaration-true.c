// a declaration before the first case is not executed
// expect: TRUE
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 1);
  int r = 0;
  switch (x) {
    int t = 5;
  case 1: t = 2; r = t; break;
  default: r = 7;
  }
  if (r != 2) reach_error();
  return 0;
}
