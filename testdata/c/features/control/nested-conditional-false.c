// ?: associates to the right
// expect: FALSE
// inputs: -5
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int sign(int x) { return x < 0 ? -1 : x > 0 ? 1 : 0; }

int main(void) {
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(k == -5);
  if (sign(k) != -1) reach_error();
  if (!(sign(0) == 0 && sign(9) == 1)) reach_error();
  if (!((1 ? 2 : 0 ? 3 : 4) == 2)) reach_error();
  if ((0 ? 1 : 1 ? 5 : 7) == 5) reach_error();
  return 0;
}
