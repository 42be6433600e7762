// an assumption that cannot hold ends the execution
// expect: TRUE
// run: no, the assumption fails
extern void reach_error(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = 3;
  __VERIFIER_assume(x > 5);
  reach_error();
  return 0;
}
