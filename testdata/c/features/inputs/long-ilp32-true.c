// long has 32 bits
// expect: TRUE
// flags: --data-model ILP32
// inputs: 3
extern void reach_error(void);
extern long __VERIFIER_nondet_long(void);

int main(void) {
  long x = __VERIFIER_nondet_long();
  if ((long long)x > 2147483647LL) reach_error();
  return 0;
}
