// division of 64 bits
// expect: TRUE
// inputs: -9223372036854775807
extern void reach_error(void);
extern long long __VERIFIER_nondet_longlong(void);
extern void __VERIFIER_assume(int);

int main(void) {
  long long a = __VERIFIER_nondet_longlong();
  __VERIFIER_assume(a == -9223372036854775807);
  if (!(a / 10 == -922337203685477580LL)) reach_error();
  if (!(a % 10 == -7)) reach_error();
  if (!((unsigned long long)a / 10 == 922337203685477580ULL)) reach_error();
  return 0;
}
