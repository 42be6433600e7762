// an unsigned char input lies between 0 and 255
// expect: TRUE
// inputs: 3
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  if (c > 255 || c < 0) reach_error();
  return 0;
}
