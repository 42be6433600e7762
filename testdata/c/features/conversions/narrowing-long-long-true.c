// a conversion from long long to int keeps the low bits
// expect: TRUE
// inputs: 4294967297
extern void reach_error(void);
extern long long __VERIFIER_nondet_longlong(void);
extern void __VERIFIER_assume(int);

int main(void) {
  long long x = __VERIFIER_nondet_longlong();
  __VERIFIER_assume(x == 4294967297);
  int i = x;
  if (i != 1) reach_error();
  unsigned short s = x - 2;
  if (s != 65535) reach_error();
  return 0;
}
