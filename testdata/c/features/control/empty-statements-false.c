// empty statements and blocks
// expect: FALSE
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 1);
  if (x) ; else x = 5;
  for (;;) { if (x++ > 3) break; ; {} }
  if (x == 5) reach_error();
  return 0;
}
