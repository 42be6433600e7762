// an enumerator is an int
// expect: TRUE
// inputs: -1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

enum e { A = -1, B };

int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == -1);
  enum e x = i;
  if (x != A) reach_error();
  if (!(A < 0)) reach_error();
  if (sizeof(A) != sizeof(int)) reach_error();
  return 0;
}
