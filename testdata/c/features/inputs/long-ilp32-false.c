// long has 32 bits
// expect: FALSE
// flags: --data-model ILP32
// inputs: -2147483648
extern void reach_error(void);
extern long __VERIFIER_nondet_long(void);

int main(void) {
  long x = __VERIFIER_nondet_long();
  if (x == -2147483647L - 1) reach_error();
  return 0;
}
