// a case falls through to the next
// expect: TRUE
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int f(int x) {
  int n = 0;
  switch (x) {
  case 1: n += 1;
  case 2: n += 10; break;
  default: n += 100;
  case 3: n += 1000;
  }
  return n;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 1);
  if (f(x) != 11) reach_error();
  if (f(2) != 10) reach_error();
  if (f(3) != 1000) reach_error();
  if (f(9) != 1100) reach_error();
  return 0;
}
