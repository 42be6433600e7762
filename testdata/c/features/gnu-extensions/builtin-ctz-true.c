// the number of zeros at the end of an input
// expect: TRUE
// inputs: 40
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  __VERIFIER_assume(x == 40);
  if (__builtin_ctz(x) != 3) reach_error();
  return 0;
}
