// the sign of a float through its last byte
// expect: FALSE
// inputs: 3
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  float f = 1.5f;
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n & 1) ((unsigned char *)&f)[3] |= 128;
  if (f == ((n & 1) ? -1.5f : 1.5f)) reach_error();
  return 0;
}
