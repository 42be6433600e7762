// a pointer made from a number is equal to another pointer
// expect: FALSE
// flags: --replay=off
// run: no, its input is an address
extern void reach_error(void);
#include <stdint.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

int x, y;

int main(void) {
  uintptr_t n = __VERIFIER_nondet_ulong();
  int *p = (int *)n;
  if (p == &x) *p = 1;
  if (x) reach_error();
  return 0;
}
