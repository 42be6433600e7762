// with --signed-overflow assume x + 1 is larger than x
// expect: FALSE
// flags: --signed-overflow assume
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x + 1 == 4) reach_error();
  return 0;
}
