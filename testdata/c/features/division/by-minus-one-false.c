// division by -1 and remainders
// expect: FALSE
// inputs: 7
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int a = __VERIFIER_nondet_int();
  __VERIFIER_assume(a == 7);
  if (!(a / -1 == -7)) reach_error();
  if (!(a % -1 == 0)) reach_error();
  if (!(-a / 7 == -1)) reach_error();
  if (!((unsigned)-a / 7 == 613566755u)) reach_error();
  if ((short)-a % 4u == 1) reach_error();
  return 0;
}
