// >>= on unsigned char shifts an int
// expect: TRUE
// inputs: 200
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(c == 200);
  c <<= 1;
  if (c != 144) reach_error();
  c = ~c >> 4;
  if (c != 0xf6) reach_error();
  return 0;
}
