// a bit-field narrower than int is promoted to int
// expect: FALSE
// inputs: 0
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  struct { unsigned a : 31; unsigned b : 32; } s = {0, 0};
  unsigned x = __VERIFIER_nondet_uint();
  __VERIFIER_assume(x == 0);
  s.a = x;
  s.b = x;
  if (!(s.a - 1 < 0)) reach_error();
  if (s.b - 1 > 0) reach_error();
  return 0;
}
