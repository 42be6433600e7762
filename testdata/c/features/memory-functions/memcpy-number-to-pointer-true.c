// a number copied by memcpy into a pointer
// expect: TRUE
// inputs: 1773540411
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

#include <stdlib.h>
#include <string.h>
#include <stdint.h>

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  int *q = malloc(2 * sizeof *q);
  q[1] = 3;
  uintptr_t n = q[1];
  void *r;
  memcpy(&r, &n, sizeof r);
  if (x * 7919u == 123456789u && !((uintptr_t)r == 3)) reach_error();
  return 0;
}
