// long has 64 bits
// expect: TRUE
// flags: --data-model LP64
// inputs: 3
extern void reach_error(void);
extern long __VERIFIER_nondet_long(void);

int main(void) {
  long x = __VERIFIER_nondet_long();
  if (x > 0 && x / 2 >= x) reach_error();
  return 0;
}
