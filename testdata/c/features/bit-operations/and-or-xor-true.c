// & | ^ of two unknown numbers
// expect: TRUE
// inputs: 61680 65280
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint();
  __VERIFIER_assume(a == 0xF0F0);
  unsigned b = __VERIFIER_nondet_uint();
  __VERIFIER_assume(b == 0xFF00);
  if ((a & b) != 0xF000) reach_error();
  if (!((a | b) == 0xFFF0)) reach_error();
  if (!((a ^ b) == 0x0FF0)) reach_error();
  return 0;
}
