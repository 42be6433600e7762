// the low bit of a sum is the xor of the low bits, whatever the inputs are
// expect: TRUE
// inputs: 3 4294967295
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  if (((a + b) & 1) != ((a & 1) ^ (b & 1))) reach_error();
  return 0;
}
