// an unsigned long input of 64 bits
// expect: FALSE
// flags: --data-model LP64
// inputs: 18446744073709551615
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  unsigned long x = __VERIFIER_nondet_ulong();
  if (x + 1 == 0) reach_error();
  return 0;
}
