// with --signed-overflow check an overflow is an error
// expect: FALSE
// flags: --signed-overflow check
// run: no, the overflow is the error
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x + 1;
  if (x > 5 || y < 100) reach_error();
  return 0;
}
