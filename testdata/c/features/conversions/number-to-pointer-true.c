// a number from the heap as a pointer keeps its low bits
// expect: TRUE
// inputs: 1773540411
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

#include <stdlib.h>

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  int *q = malloc(sizeof *q);
  *q = 1;
  void *r = (void *)(long)*q;
  if (x * 7919u == 123456789u && !((long)r == 1)) reach_error();
  return 0;
}
