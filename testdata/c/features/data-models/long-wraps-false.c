// unsigned long wraps at 32 bits in ILP32
// expect: FALSE
// flags: --data-model ILP32
// inputs: 4294967295
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned long x = __VERIFIER_nondet_ulong();
  __VERIFIER_assume(x == 4294967295);
  if (x + 1 != 0) reach_error();
  if (x * x == 1) reach_error();
  return 0;
}
