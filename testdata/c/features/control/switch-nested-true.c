// a switch inside a switch, with breaks
// expect: TRUE
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int f(int a, int b) {
  int r = 0;
  switch (a) {
  case 1:
    switch (b) { case 1: r = 11; break; default: r = 19; }
    r += 100;
    break;
  case 2: r = 2;
  }
  return r;
}

int main(void) {
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(k == 1);
  if (!(f(k, 1) == 111)) reach_error();
  if (!(f(1, 5) == 119)) reach_error();
  if (!(f(2, 1) == 2)) reach_error();
  return 0;
}
