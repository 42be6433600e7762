// goto into a block
// expect: FALSE
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 1);
  int n = 0;
  if (x) goto in;
  for (n = 10; n < 12; n++) {
  in: n += 2;
  }
  if (n == 12) reach_error();
  return 0;
}
