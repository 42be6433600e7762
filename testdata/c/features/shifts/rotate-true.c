// rotation by two shifts
// expect: TRUE
// inputs: 305419896
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static unsigned rot(unsigned x, int n) { return x << n | x >> (32 - n); }

int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  __VERIFIER_assume(u == 0x12345678);
  if (!(rot(u, 8) == 0x34567812u)) reach_error();
  if (!(rot(rot(u, 20), 12) == u)) reach_error();
  return 0;
}
