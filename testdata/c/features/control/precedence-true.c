// precedence and associativity
// expect: TRUE
// inputs: 6
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 6);
  if (!((x & 3 == 3) == 0)) reach_error();
  if (10 - 4 - x != 0) reach_error();
  if (!(1 << 2 + 1 == 8)) reach_error();
  if ((x & 4) != 4) reach_error();
  if (!(2 * -x + x % 4 / 2 == -11)) reach_error();
  if (!(!x == 0)) reach_error();
  if (!(1 < 2 == 1)) reach_error();
  if ((3 > 2 > 1) != 0) reach_error();
  if (!((~x & x ^ x | 1) == 7)) reach_error();
  return 0;
}
