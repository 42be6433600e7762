// unsigned char is promoted to int, so that ~ gives a negative number
// expect: TRUE
// inputs: 5
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(c == 5);
  if (!(~c == -6)) reach_error();
  if (!(~c < 0)) reach_error();
  return 0;
}
