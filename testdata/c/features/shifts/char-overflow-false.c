// a shift of a char that leaves its type
// expect: FALSE
// inputs: 64
extern void reach_error(void);
extern signed char __VERIFIER_nondet_schar(void);
extern void __VERIFIER_assume(int);

int main(void) {
  signed char c = __VERIFIER_nondet_schar();
  __VERIFIER_assume(c == 64);
  c <<= 1;
  if (c != -128) reach_error();
  c = (c >> 1) ^ c;
  if (c == 64) reach_error();
  return 0;
}
