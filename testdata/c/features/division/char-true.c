// division of promoted chars
// expect: TRUE
// inputs: -128
extern void reach_error(void);
extern signed char __VERIFIER_nondet_schar(void);
extern void __VERIFIER_assume(int);

int main(void) {
  signed char a = __VERIFIER_nondet_schar();
  __VERIFIER_assume(a == -128);
  signed char b = -1;
  if (!(a / b == 128)) reach_error();
  signed char q = a / b;
  if (q != -128) reach_error();
  return 0;
}
