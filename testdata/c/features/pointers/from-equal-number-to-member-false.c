// a pointer to a member, made from a number that is equal to its address
// expect: FALSE
// flags: --replay=off
// run: no, its input is an address
extern void reach_error(void);
#include <stdint.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

struct pair { int a, b; } g;

int main(void) {
  uintptr_t n = __VERIFIER_nondet_ulong();
  if (n == (uintptr_t)&g + sizeof(int)) *(int *)n = 1;
  if (g.b) reach_error();
  return 0;
}
