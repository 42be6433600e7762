// __builtin_uadd_overflow and the like convert their operands to the type in their names
// expect: TRUE
// inputs: -7
void reach_error(void);
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), s;
  unsigned u;
  long long l;
  if (x >= 0) return 0;
  if (__builtin_uadd_overflow(x, 0, &u) || u < 2147483648u) reach_error();
  if (__builtin_sadd_overflow(x + 0u, 0, &s) || s != x) reach_error();
  if (!__builtin_usub_overflow(0, x, &u)) reach_error();
  if (__builtin_smulll_overflow(1.5, x, &l) || l != x) reach_error();
  return 0;
}
