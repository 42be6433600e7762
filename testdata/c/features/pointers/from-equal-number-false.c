// a pointer made from a number that is equal to an address
// expect: FALSE
// flags: --replay=off
// run: no, its input is an address
extern void reach_error(void);
#include <stdint.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  int x = 0;
  uintptr_t n = __VERIFIER_nondet_ulong();
  if (n == (uintptr_t)&x) *(int *)n = 1;
  if (x == 1) reach_error();
  return 0;
}
