// abs and labs
// expect: FALSE
// inputs: -5
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

#include <stdlib.h>

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == -5);
  if (abs(x) != 5) reach_error();
  if (labs(-7L) != 7) reach_error();
  if (llabs(3LL) == 3) reach_error();
  return 0;
}
