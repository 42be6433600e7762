// a chain of assignments narrows on the way
// expect: FALSE
// inputs: 511
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int a;
  long long b;
  unsigned char c;
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(k == 0x1ff);
  b = a = c = k;
  if (b != 255) reach_error();
  b = (signed char)(a = k);
  if (b != -1) reach_error();
  if (a == 511) reach_error();
  return 0;
}
