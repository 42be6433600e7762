// an assumption in a loop
// expect: TRUE
// inputs: 1 2 3
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int last = 0;
  for (int i = 0; i < 3; i++) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > last && x < 100);
    last = x;
  }
  if (last < 3) reach_error();
  return 0;
}
