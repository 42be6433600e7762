// x & (x - 1) clears the lowest bit
// expect: FALSE
// inputs: 96
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  __VERIFIER_assume(x == 96);
  if ((x & (x - 1)) != 64) reach_error();
  if ((x & -x) == 32) reach_error();
  return 0;
}
