// a number in a list is converted to a pointer and back
// expect: FALSE
// flags: --data-model LP64
// inputs: 1773540411
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

#include <stdlib.h>
struct node { struct node *next; int v; };

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  struct node *h = 0;
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    n->next = h;
    n->v = i;
    h = n;
  }
  long k = h->next->v;
  void *p = (void *)k;
  if (x * 7919u == 123456789u && (long)p == 1) reach_error();
  return 0;
}
