// 1 << 31 gives the smallest int when signed operations wrap
// expect: TRUE
// gcc: -fno-sanitize=shift
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int one = __VERIFIER_nondet_int();
  __VERIFIER_assume(one == 1);
  int x = one << 31;
  if (!(x < 0)) reach_error();
  if (x != -2147483647 - 1) reach_error();
  return 0;
}
