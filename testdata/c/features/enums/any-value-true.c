// an enumeration variable holds more than its enumerators
// expect: TRUE
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

enum e { A = 1, B = 2, C = 4 };

int main(void) {
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(k == 3);
  enum e x = k;
  if (!(x == (A | B))) reach_error();
  x |= C;
  if (x != 7) reach_error();
  return 0;
}
