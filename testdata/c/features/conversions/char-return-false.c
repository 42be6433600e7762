// the value of a call has the declared type
// expect: FALSE
// inputs: 384
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static signed char sc(int x) { return x; }
static unsigned short us(int x) { return x; }
static float fl(double x) { return x; }

int main(void) {
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(k == 384);
  if (sc(k) != -128) reach_error();
  if (us(-k) != 65152) reach_error();
  if (fl(16777217.0) == 16777216.0) reach_error();
  return 0;
}
