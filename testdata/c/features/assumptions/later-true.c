// an assumption restricts earlier values, too
// expect: TRUE
// inputs: 1 1
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == y);
  if (x != y) reach_error();
  return 0;
}
