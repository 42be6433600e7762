// (a / b) * b + a % b is a, for all inputs
// expect: FALSE
// inputs: -1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = 7;
  if (a / b * b > a) reach_error();
  return 0;
}
