// an array of bytes as a matrix
// expect: FALSE
// inputs: 9
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char b[16] = {0}, (*s)[4] = (unsigned char (*)[4])b;
  unsigned char n = __VERIFIER_nondet_uchar();
  s[n & 3][2] = 7;
  if (b[4 * (n & 3) + 2] == 7) reach_error();
  return 0;
}
