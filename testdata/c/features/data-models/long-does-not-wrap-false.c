// unsigned long does not wrap at 32 bits in LP64
// expect: FALSE
// flags: --data-model LP64
// inputs: 4294967295
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned long x = __VERIFIER_nondet_ulong();
  __VERIFIER_assume(x == 4294967295);
  if (x + 1 != 4294967296) reach_error();
  if (x + 1 > x) reach_error();
  return 0;
}
