// a pointer to a member, made from a number that is equal to its address
// expect: TRUE
// inputs: 7
extern void reach_error(void);
#include <stdint.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

struct pair { int a, b; } g;

int main(void) {
  uintptr_t n = __VERIFIER_nondet_ulong();
  if (n == (uintptr_t)&g + sizeof(int)) *(int *)n = 1;
  if (g.a) reach_error();
  return 0;
}
