// a long long input
// expect: FALSE
// inputs: -9223372036854775808
extern void reach_error(void);
extern long long __VERIFIER_nondet_longlong(void);

int main(void) {
  long long x = __VERIFIER_nondet_longlong();
  if (x < -9223372036854775807LL) reach_error();
  return 0;
}
