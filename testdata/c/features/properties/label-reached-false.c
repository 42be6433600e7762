// a label ERROR is an error, reached
// expect: FALSE
// run: no, a label
// inputs: 3
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 3);
  if (x == 3) goto ERROR;
  return 0;
  ERROR: return 1;
  return 0;
}
