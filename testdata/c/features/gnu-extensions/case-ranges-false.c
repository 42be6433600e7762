// ranges of cases
// expect: FALSE
// inputs: 99
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int f(int c) { switch (c) { case '0' ... '9': return 1; case 'a' ... 'f': case 'A' ... 'F': return 2; case -5 ... -1: return 3; } return 0; }

int main(void) {
  int c = __VERIFIER_nondet_int();
  __VERIFIER_assume(c == 'c');
  if (f(c) != 2) reach_error();
  if (!(f('9') == 1)) reach_error();
  if (f(-5) != 3) reach_error();
  if (f('g') == 0) reach_error();
  return 0;
}
