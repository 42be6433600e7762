// fields packed in a word by hand
// expect: FALSE
// inputs: 2882343476
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned w = __VERIFIER_nondet_uint();
  __VERIFIER_assume(w == 0xABCD1234);
  unsigned hi = (w >> 16) & 0xffff, mid = (w >> 8) & 0xff;
  if (hi != 0xABCD) reach_error();
  if (mid != 0x12) reach_error();
  w = (w & ~0xff00u) | (0x56u << 8);
  if (w == 0xABCD5634u) reach_error();
  return 0;
}
