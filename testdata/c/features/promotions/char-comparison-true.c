// char and unsigned char of the same bits compare as numbers
// expect: TRUE
// inputs: 255
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned char u = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(u == 0xff);
  signed char s = u;
  if (!(s != u)) reach_error();
  if (s != (signed char)u) reach_error();
  return 0;
}
