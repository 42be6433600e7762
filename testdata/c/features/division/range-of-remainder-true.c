// a remainder lies between the divisor's bounds, for all inputs
// expect: TRUE
// inputs: -2147483648
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  int r = a % 5;
  if (r < -4 || r > 4) reach_error();
  return 0;
}
