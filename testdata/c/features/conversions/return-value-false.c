// a returned value is converted to the type of the function
// expect: FALSE
// inputs: 4
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static _Bool is(int x) { return x & 4; }
static char low(unsigned x) { return x; }

int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == 4);
  if (is(i) != 1) reach_error();
  if (low(0x180u + i) == -124) reach_error();
  return 0;
}
