// the low bit of a sum is the xor of the low bits, whatever the inputs are
// expect: FALSE
// inputs: 1 1
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  if (((a + b) & 3) != ((a & 3) ^ (b & 3))) reach_error();
  return 0;
}
