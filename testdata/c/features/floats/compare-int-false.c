// int and float are compared as floats
// expect: FALSE
// gcc: -msse2 -mfpmath=sse
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int i = 16777217;
  if ((float)i != 16777216.0f) reach_error();
  if (!((double)i != 16777216.0)) reach_error();
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(k == 3);
  if (k < 3.5f) reach_error();
  return 0;
}
