// switch compares in the promoted type
// expect: TRUE
// inputs: 255
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(c == 255);
  int n = 0;
  switch (c) { case 255: n = 1; break; case -1: n = 2; }
  switch ((signed char)c) { case 255: n += 10; break; case -1: n += 20; }
  if (n != 21) reach_error();
  return 0;
}
