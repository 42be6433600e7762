// else belongs to the nearest if
// expect: FALSE
// inputs: 1 0
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int a = __VERIFIER_nondet_int();
  __VERIFIER_assume(a == 1);
  int b = __VERIFIER_nondet_int();
  __VERIFIER_assume(b == 0);
  int n = 0;
  if (a)
    if (b) n = 1;
    else n = 2;
  if (n == 2) reach_error();
  return 0;
}
