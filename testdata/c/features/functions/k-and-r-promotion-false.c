// an old-style parameter of type char receives an int
// expect: FALSE
// inputs: 65
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int f();
int f(c) unsigned char c; { return c; }

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 65);
  if (f(x) == 65) reach_error();
  return 0;
}
