// __VERIFIER_error is an error
// expect: FALSE
// inputs: 3
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

extern void __VERIFIER_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 3);
  if (x == 3) __VERIFIER_error();
  return 0;
}
