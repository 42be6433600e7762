// a function with an unsupported construct is not called
// expect: TRUE
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int apply(int x) {
  int twice(int y) { return 2 * y; }
  return twice(x);
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3 && x < 2) apply(x);
  if (x > 3 && x < 5 && x != 4) reach_error();
  return 0;
}
