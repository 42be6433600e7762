// a tag in the low bits of a pointer
// expect: FALSE
// inputs: 1773540411
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

#include <stdlib.h>
#include <stdint.h>

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  int *q = malloc(sizeof *q);
  *q = 1;
  void *t = (void *)((uintptr_t)q | 1);
  int *r = (int *)((uintptr_t)t & ~(uintptr_t)3);
  *r = 6;
  if (x * 7919u == 123456789u && (*q == 6 && ((uintptr_t)t & 3) == 1)) reach_error();
  return 0;
}
