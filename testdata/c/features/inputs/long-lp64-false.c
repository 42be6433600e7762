// long has 64 bits
// expect: FALSE
// flags: --data-model LP64
// inputs: 4294967296
extern void reach_error(void);
extern long __VERIFIER_nondet_long(void);

int main(void) {
  long x = __VERIFIER_nondet_long();
  if (x == 4294967296) reach_error();
  return 0;
}
