// clz, ctz, popcount, parity, ffs
// expect: TRUE
// inputs: 40
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  __VERIFIER_assume(x == 40);
  if (__builtin_clz(x) != 26) reach_error();
  if (__builtin_ctz(x) != 3) reach_error();
  if (__builtin_popcount(x) != 2) reach_error();
  if (__builtin_parity(7u) != 1) reach_error();
  if (__builtin_ffs(x) != 4) reach_error();
  if (__builtin_ffs(0) != 0) reach_error();
  if (__builtin_clzll(1) != 63) reach_error();
  return 0;
}
