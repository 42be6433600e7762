// two inputs are independent
// expect: FALSE
// inputs: 1 2
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x < y) reach_error();
  return 0;
}
