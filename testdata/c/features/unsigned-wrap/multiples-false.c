// sums of multiples of a power of two are multiples of no greater power
// expect: FALSE
// inputs: 1 1 0
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = 0, y = 0;
  while (__VERIFIER_nondet_uint() % 2 == 1) {
    x += 65536u * __VERIFIER_nondet_uint();
    y += 131072u * __VERIFIER_nondet_uint();
    if (2u * x - y == 131072u) reach_error();
  }
  return 0;
}
