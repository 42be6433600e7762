// a number is read as a pointer
// expect: TRUE
// inputs: 7
extern void reach_error(void);
#include <stdint.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

union word { uintptr_t n; int *p; };
int x, y;

int main(void) {
  union word a, b;
  a.p = &x;
  b.n = __VERIFIER_nondet_ulong();
  if (a.n == b.n) *b.p = 1;
  if (y) reach_error();
  return 0;
}
