// unsigned multiplication wraps
// expect: FALSE
// inputs: 65536 123456789
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  __VERIFIER_assume(u == 65536);
  if (u * u != 0) reach_error();
  if ((unsigned long long)u * u != 4294967296ULL) reach_error();
  unsigned v = __VERIFIER_nondet_uint();
  __VERIFIER_assume(v == 123456789);
  if (v * 987654321u == 4227814277u) reach_error();
  return 0;
}
