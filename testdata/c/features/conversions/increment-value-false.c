// x++ gives the old value, ++x the converted new one
// expect: FALSE
// inputs: 255
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(c == 255);
  int a = c++;
  if (a != 255) reach_error();
  if (c != 0) reach_error();
  a = --c;
  if (a == 255) reach_error();
  return 0;
}
