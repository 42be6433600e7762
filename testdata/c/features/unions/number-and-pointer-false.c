// a number set in a union and read as a pointer
// expect: FALSE
// inputs: 1773540411
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

#include <stdlib.h>
#include <stdint.h>
union u { void *p; uintptr_t n; };

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  int *q = malloc(2 * sizeof *q);
  q[1] = 3;
  union u v;
  v.n = q[1];
  if (x * 7919u == 123456789u && (uintptr_t)v.p == 3) reach_error();
  return 0;
}
