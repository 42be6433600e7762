// a number is read as a pointer
// expect: FALSE
// flags: --replay=off
// run: no, its input is an address
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
  if (x) reach_error();
  return 0;
}
