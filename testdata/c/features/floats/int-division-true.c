// division of ints before the conversion
// expect: TRUE
// inputs: 7
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int a = __VERIFIER_nondet_int();
  __VERIFIER_assume(a == 7);
  double d = a / 2;
  if (d != 3.0) reach_error();
  d = a / 2.0f;
  if (d != 3.5) reach_error();
  d = (double)a / 2 * 2;
  if (d != 7) reach_error();
  return 0;
}
