// an unsigned long input of 64 bits
// expect: TRUE
// flags: --data-model LP64
// inputs: 3
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  unsigned long x = __VERIFIER_nondet_ulong();
  if (x + 1 != 0 && x + 1 < x) reach_error();
  return 0;
}
