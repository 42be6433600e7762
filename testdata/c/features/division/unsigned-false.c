// unsigned division of a number that was negative
// expect: FALSE
// inputs: -7
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int a = __VERIFIER_nondet_int();
  __VERIFIER_assume(a == -7);
  if (!(a / 2u == 2147483644u)) reach_error();
  if ((unsigned)a % 16 == 9) reach_error();
  return 0;
}
