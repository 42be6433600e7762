// a header beside the program
// expect: FALSE
// inputs: 4
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

#include "twice.h"

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 4);
  if (TWICE(x) != 8) reach_error();
  if (thrice(x) == 12) reach_error();
  return 0;
}
