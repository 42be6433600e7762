// integers of 128 bits
// expect: TRUE
// flags: --data-model LP64
// inputs: 18446744073709551615
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned long x = __VERIFIER_nondet_ulong();
  __VERIFIER_assume(x == 18446744073709551615UL);
  unsigned __int128 y = (unsigned __int128)x * x;
  if ((unsigned long)(y >> 64) != x - 1) reach_error();
  if ((unsigned long)y != 1) reach_error();
  return 0;
}
