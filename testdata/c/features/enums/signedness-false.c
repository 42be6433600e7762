// an enumeration without negative enumerators is unsigned
// expect: FALSE
// inputs: -1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

enum e { A, B };
enum n { M = -1, N };

int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == -1);
  enum e x = i;
  enum n y = i;
  if (!(x > 0)) reach_error();
  if (y < 0) reach_error();
  return 0;
}
