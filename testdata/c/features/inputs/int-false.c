// an int takes every value of its type
// expect: FALSE
// inputs: -2147483648
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == -2147483647 - 1) reach_error();
  return 0;
}
