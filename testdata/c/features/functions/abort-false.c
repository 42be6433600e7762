// the code after abort is not reached
// expect: FALSE
// inputs: 5
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

#include <stdlib.h>

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 5);
  if (x == 5) reach_error();
  if (x) abort();
  reach_error();
  return 0;
}
