// enumerators as flags
// expect: FALSE
// inputs: 2
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

enum flags { R = 1, W = 2, X = 4, ALL = R | W | X };

int main(void) {
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(k == 2);
  enum flags f = ALL & ~k;
  if (f != 5) reach_error();
  f ^= W | X;
  if (f != 3) reach_error();
  if ((f & X) == 0) reach_error();
  return 0;
}
