// division of a negative number by a power of two is not a shift
// expect: TRUE
// inputs: -1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int a = __VERIFIER_nondet_int();
  __VERIFIER_assume(a == -1);
  if (!(a / 4 == 0)) reach_error();
  if (a >> 2 != -1) reach_error();
  if (!(a % 4 == -1)) reach_error();
  if ((a & 3) != 3) reach_error();
  return 0;
}
