// an assumption narrows an input
// expect: TRUE
// inputs: 7
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 5 && x < 10);
  if (x < 6 || x > 9) reach_error();
  return 0;
}
