// unsigned char is shifted as an int
// expect: FALSE
// inputs: 255
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(c == 0xff);
  if (!(c << 8 == 0xff00)) reach_error();
  if (!((unsigned char)(c << 4) == 0xf0)) reach_error();
  if (c >> 4 << 4 == 0xf0) reach_error();
  return 0;
}
