// unsigned addition wraps
// expect: FALSE
// inputs: 4294967295
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  __VERIFIER_assume(u == 4294967295);
  if (u + 1 != 0) reach_error();
  if (!(u + 2u < u)) reach_error();
  if (u + 1ULL == 4294967296ULL) reach_error();
  return 0;
}
