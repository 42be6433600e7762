// the amount of a shift may be a variable
// expect: TRUE
// inputs: 5
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n == 5);
  if (!(1 << n == 32)) reach_error();
  if (1000 >> n != 31) reach_error();
  if (!((3u << (n + 25)) == 0xC0000000u)) reach_error();
  return 0;
}
