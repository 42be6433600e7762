// reach_error counts although the program defines it
// expect: FALSE
// run: no, its own reach_error does nothing
// inputs: 3
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

void reach_error(void) { }

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 3);
  if (x == 3) reach_error();
  return 0;
}
