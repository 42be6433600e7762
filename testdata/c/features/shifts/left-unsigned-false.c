// bits shifted out of an unsigned number are lost
// expect: FALSE
// inputs: 2147483649
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  __VERIFIER_assume(u == 0x80000001);
  if (!(u << 1 == 2)) reach_error();
  if (u << 31 == 0x80000000u) reach_error();
  return 0;
}
