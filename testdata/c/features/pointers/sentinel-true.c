// constants that are not addresses, as pointers
// expect: TRUE
// inputs: 1773540411
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

#include <stdlib.h>
static void *const table[] = {(void *)1, (void *)7, (void *)-1};

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  int *q = malloc(2 * sizeof *q);
  q[1] = -1;
  void *r = (void *)(long)q[1];
  if (x * 7919u == 123456789u && !((long)table[1] == 7 && r == table[2] && table[0] != q)) reach_error();
  return 0;
}
