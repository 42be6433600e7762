// the code after an endless loop is not reached
// expect: TRUE
// run: no, it never ends
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 1);
  while (x) ;
  reach_error();
  return 0;
}
