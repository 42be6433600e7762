// an enumeration of 32 bits compares with -1 as unsigned
// expect: FALSE
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

enum e { A = 1, B = 2 };

int main(void) {
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(k == 1);
  enum e x = k;
  if ((x > -1) != 0) reach_error();
  if (!(A > -1)) reach_error();
  if (x - 2 > 0) reach_error();
  return 0;
}
