// an unsigned char input lies between 0 and 255
// expect: FALSE
// inputs: 255
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  if (c == 255) reach_error();
  return 0;
}
