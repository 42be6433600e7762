// a comparison in a signed bit-field of one bit is never 1
// expect: TRUE
// inputs: 1 2
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct flags { int less : 1; };

int main(void) {
  struct flags f;
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  f.less = a < b;
  if (f.less == 1) reach_error();
  return 0;
}
