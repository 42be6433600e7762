// switch over 64 bits
// expect: FALSE
// inputs: 4294967297
extern void reach_error(void);
extern long long __VERIFIER_nondet_longlong(void);
extern void __VERIFIER_assume(int);

int main(void) {
  long long x = __VERIFIER_nondet_longlong();
  __VERIFIER_assume(x == 4294967297);
  int n = 0;
  switch (x) { case 1: n = 1; break; case 4294967297: n = 2; break; }
  if (n == 2) reach_error();
  return 0;
}
