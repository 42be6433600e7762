// a jump past an initialiser
// expect: TRUE
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int f(int k) {
  int r = 0;
  if (k) goto in;
  { int x = 5; r = x;
in: r += 1; }
  return r;
}

int main(void) {
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(k == 1);
  if (f(k) != 1) reach_error();
  if (f(0) != 6) reach_error();
  return 0;
}
