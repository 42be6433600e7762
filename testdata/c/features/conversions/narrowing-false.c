// a conversion to a narrower signed type wraps
// expect: FALSE
// inputs: 200
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == 200);
  signed char c = i;
  if (c != -56) reach_error();
  short s = 40000 + i;
  if (s == 40200 - 65536) reach_error();
  return 0;
}
