// a loop of shifts counts bits
// expect: TRUE
// inputs: 21
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  __VERIFIER_assume(u == 21);
  int n = 0;
  while (u) { n += u & 1; u >>= 1; }
  if (n != 3) reach_error();
  return 0;
}
