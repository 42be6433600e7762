// a table of functions
// expect: TRUE
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int inc(int x) { return x + 1; }
static int dbl(int x) { return x * 2; }
static int neg(int x) { return -x; }
static int (*const ops[])(int) = {inc, dbl, neg};

int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == 1);
  if (ops[i](5) != 10) reach_error();
  int r = 3;
  for (unsigned k = 0; k < sizeof ops / sizeof ops[0]; k++) r = ops[k](r);
  if (r != -8) reach_error();
  return 0;
}
