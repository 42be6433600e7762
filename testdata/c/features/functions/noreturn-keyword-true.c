// the code after a call of a _Noreturn function is not reached
// expect: TRUE
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

#include <stdlib.h>
_Noreturn static void die(void) { exit(3); }

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 1);
  if (x) die();
  reach_error();
  return 0;
}
