// a pointer made from a number is equal to another pointer
// expect: TRUE
// inputs: 7
extern void reach_error(void);
#include <stdint.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

int x, y;

int main(void) {
  uintptr_t n = __VERIFIER_nondet_ulong();
  int *p = (int *)n;
  if (p == &x) *p = 1;
  if (y) reach_error();
  return 0;
}
