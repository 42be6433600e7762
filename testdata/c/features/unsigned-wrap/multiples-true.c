// sums of multiples of a power of two stay multiples when they wrap
// expect: TRUE
// inputs: 3 5 4294967295 0
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = 0, y = 0;
  while (__VERIFIER_nondet_uint() % 2 == 1) {
    x += 65536u * __VERIFIER_nondet_uint();
    y += 131072u * __VERIFIER_nondet_uint();
    if (2u * x - y == 32768u) reach_error();
  }
  return 0;
}
