// shifts of 64 bits
// expect: FALSE
// inputs: 1
extern void reach_error(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned long long u = __VERIFIER_nondet_ulonglong();
  __VERIFIER_assume(u == 1);
  if (!(u << 63 == 9223372036854775808ULL)) reach_error();
  if (!((u << 63) >> 63 == 1)) reach_error();
  if ((long long)(u << 63) >> 62 == -2) reach_error();
  return 0;
}
