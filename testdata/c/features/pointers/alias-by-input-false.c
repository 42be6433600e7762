// which object is meant depends on an input
// expect: FALSE
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int a = 1, b = 2;
  int c = __VERIFIER_nondet_int();
  __VERIFIER_assume(c == 1);
  int *p = c ? &a : &b;
  *p = 7;
  if (a + b != 9) reach_error();
  if (b == 2) reach_error();
  return 0;
}
