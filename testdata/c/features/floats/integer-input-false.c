// halves of integers are exact
// expect: FALSE
// inputs: 7
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == 7);
  double d = i / 2.0;
  if (d != 3.5) reach_error();
  if (i / 2 == 3) reach_error();
  return 0;
}
