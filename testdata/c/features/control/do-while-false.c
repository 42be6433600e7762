// the body of do runs at least once
// expect: FALSE
// inputs: 0
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 0);
  int n = 0;
  do n++; while (x);
  if (n != 1) reach_error();
  while (x) n = 9;
  if (n == 1) reach_error();
  return 0;
}
