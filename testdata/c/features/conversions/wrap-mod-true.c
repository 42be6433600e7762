// a negative number becomes unsigned modulo a power of two
// expect: TRUE
// inputs: -7
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == -7);
  if (!((unsigned)i % 10 == 9)) reach_error();
  if (!(i % 10 == -7)) reach_error();
  if (!(i % 10u == 9)) reach_error();
  return 0;
}
