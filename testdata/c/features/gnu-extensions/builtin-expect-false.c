// __builtin_expect is its first argument
// expect: FALSE
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 3);
  if (!(__builtin_expect(x == 3, 0) == 1)) reach_error();
  int n = 0;
  if (__builtin_expect(!!(x > 2), 1)) n = 1;
  if (n == 1) reach_error();
  return 0;
}
