// clz, ctz, popcount, parity, ffs of constants
// expect: FALSE
extern void reach_error(void);

int main(void) {
  if (__builtin_clz(40) != 26) reach_error();
  if (__builtin_ctz(40) != 3) reach_error();
  if (__builtin_popcount(0xf5u) != 6) reach_error();
  if (__builtin_parity(7u) != 1) reach_error();
  if (__builtin_ffs(0) != 0) reach_error();
  if (__builtin_ffs(40) != 4) reach_error();
  if (__builtin_clzll(1) == 63) reach_error();
  return 0;
}
