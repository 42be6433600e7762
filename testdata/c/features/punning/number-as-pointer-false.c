// the bytes of a number are read as a pointer
// expect: FALSE
// flags: --replay=off
// run: no, its input is an address
extern void reach_error(void);
#include <stdint.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
#include <string.h>

int x, y;

int main(void) {
  uintptr_t n = __VERIFIER_nondet_ulong();
  int *p;
  memcpy(&p, &n, sizeof p);
  if (p == &x) *p = 1;
  if (x) reach_error();
  return 0;
}
