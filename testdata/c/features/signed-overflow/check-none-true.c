// --signed-overflow check reports nothing if no sum overflows
// expect: TRUE
// flags: --signed-overflow check
// inputs: 2147483646
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 2147483647) x = x + 1;
  unsigned u = x;
  u = u * u + 4000000000u;
  if (x < -2147483647 - 1) reach_error();
  return 0;
}
