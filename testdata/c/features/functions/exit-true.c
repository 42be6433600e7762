// the code after exit is not reached
// expect: TRUE
// inputs: 5
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

#include <stdlib.h>
static void leave(int x) { if (x > 3) exit(0); }

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 5);
  if (x == 4) reach_error();
  leave(x);
  reach_error();
  return 0;
}
