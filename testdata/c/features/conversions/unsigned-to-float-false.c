// large unsigned numbers become large floating-point numbers
// expect: FALSE
// inputs: 4294967295
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  __VERIFIER_assume(u == 4294967295);
  double d = u;
  if (d != 4294967295.0) reach_error();
  float f = 4294967295u;
  if (f == 4294967296.0f) reach_error();
  return 0;
}
