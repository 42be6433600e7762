// cases are converted to the type of the expression
// expect: FALSE
// gcc: -Wno-overflow
// inputs: 4294967295
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  __VERIFIER_assume(u == 4294967295);
  int n = 0;
  switch (u) { case -1: n = 1; break; default: n = 2; }
  if (n == 1) reach_error();
  return 0;
}
