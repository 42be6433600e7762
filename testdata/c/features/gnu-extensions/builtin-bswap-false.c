// byte swaps
// expect: FALSE
// inputs: 305419896
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  __VERIFIER_assume(x == 0x12345678);
  if (__builtin_bswap32(x) != 0x78563412u) reach_error();
  if (__builtin_bswap16(0x1234) != 0x3412) reach_error();
  if (__builtin_bswap64(1) == 0x0100000000000000ULL) reach_error();
  return 0;
}
