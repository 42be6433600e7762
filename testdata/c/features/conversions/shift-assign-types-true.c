// <<= and >>= keep the type of the left side
// expect: TRUE
// inputs: 3
extern void reach_error(void);
extern long long __VERIFIER_nondet_longlong(void);
extern void __VERIFIER_assume(int);

int main(void) {
  long long n = __VERIFIER_nondet_longlong();
  __VERIFIER_assume(n == 3);
  unsigned short s = 0xffff;
  s <<= n;
  if (s != 0xfff8) reach_error();
  s >>= n;
  if (s != 0x1fff) reach_error();
  signed char c = -128;
  c >>= n;
  if (c != -16) reach_error();
  return 0;
}
