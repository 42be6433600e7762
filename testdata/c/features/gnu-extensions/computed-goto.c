// goto to an address of a label
// expect: refused, label
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  void *to[] = {&&one, &&two};
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == 1);
  goto *to[i];
  one: reach_error();
  two: ;
  return 0;
}
