// a compound assignment computes in the promoted type and converts back
// expect: FALSE
// inputs: 200
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(c == 200);
  c += 100;
  if (c != 44) reach_error();
  signed char s = 127;
  s++;
  if (s == -128) reach_error();
  return 0;
}
