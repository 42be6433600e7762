// a sum that may be fused with a product, as with -mfma
// expect: over-approximated, a floating-point sum that may be fused with a product
// flags: -mfma
// run: no, it needs a machine with FMA
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  double x = __VERIFIER_nondet_uchar() * 0.1, p = x * x;
  if (p - x * x != 0) reach_error();
  return 0;
}
