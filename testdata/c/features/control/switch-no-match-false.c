// a switch without a matching case does nothing
// expect: FALSE
// inputs: 5
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 5);
  int n = 3;
  switch (x) { case 1: n = 0; break; case 2: n = 1; }
  if (n == 3) reach_error();
  return 0;
}
