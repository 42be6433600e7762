// products that are rounded before sums, as with -ffp-contract=off
// expect: FALSE
// flags: -march=haswell -ffp-contract=off
// inputs: 1
// gcc: -ffp-contract=off
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  double x = __VERIFIER_nondet_uchar() * 0.1;
  if (x * x - 0.01 != 0) reach_error();
  return 0;
}
