// a test for powers of two
// expect: FALSE
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned k = __VERIFIER_nondet_int();
  if (k > 15) return 0;
  unsigned n = 1u << k;
  if ((n & (n - 1)) == 0) reach_error();
  return 0;
}
