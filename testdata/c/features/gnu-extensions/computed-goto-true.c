// goto to an address of a label
// expect: TRUE
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int f(int c) {
  void *p = c ? &&one : &&two;
  int k = 0;
  goto *p;
one: k++;
two: k++;
  return k;
}

int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == 1);
  int n = f(i);
  if (!(n == 2 && f(0) == 1)) reach_error();
  return 0;
}
