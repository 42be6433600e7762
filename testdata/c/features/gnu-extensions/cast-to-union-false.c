// a cast to a union
// expect: FALSE
// inputs: -1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

union u { int i; unsigned n; };
static unsigned f(union u x) { return x.n; }

int main(void) {
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(k == -1);
  if (f((union u)k) == 4294967295u) reach_error();
  return 0;
}
