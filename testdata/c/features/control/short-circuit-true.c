// && and || stop early
// expect: TRUE
// inputs: 0
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int n;
static int f(int r) { n++; return r; }

int main(void) {
  int c = __VERIFIER_nondet_int();
  __VERIFIER_assume(c == 0);
  int r = c && f(1);
  if (n != 0) reach_error();
  r = !c || f(1);
  if (!(n == 0 && r == 1)) reach_error();
  r = f(0) || f(2) || f(1);
  if (n != 2) reach_error();
  if (r != 1) reach_error();
  return 0;
}
