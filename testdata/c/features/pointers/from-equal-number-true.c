// a pointer made from a number that is equal to an address
// expect: TRUE
// inputs: 7
extern void reach_error(void);
#include <stdint.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  int x = 0;
  uintptr_t n = __VERIFIER_nondet_ulong();
  if (n == (uintptr_t)&x) *(int *)n = 1;
  if (x != 0 && x != 1) reach_error();
  return 0;
}
