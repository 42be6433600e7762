// INT_MIN / -1 overflows
// expect: FALSE
// flags: --signed-overflow check
// run: no, the overflow is the error
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  __VERIFIER_assume(y != 0);
  if (x / y != 12345 || x != 12345 || y == 1) reach_error();
  return 0;
}
