// the type of a shift is that of its left operand
// expect: TRUE
// inputs: 1
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  __VERIFIER_assume(u == 1);
  long long n = 32;
  if (!(sizeof(u << n) == 4)) reach_error();
  if (!((1LL << 32) == 4294967296LL)) reach_error();
  if (!(sizeof(1LL << u) == 8)) reach_error();
  return 0;
}
