// neighbours in a doubly linked list of any length link to each other
// expect: FALSE
// flags: --check unreach-call,valid-deref
// inputs: 1 1 0
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

#include <stdlib.h>
struct n { struct n *next, *prev; };

int main(void) {
  struct n *l = malloc(sizeof *l), *last = l;
  l->next = l->prev = 0;
  while (__VERIFIER_nondet_int()) {
    struct n *e = malloc(sizeof *e);
    e->next = 0;
    e->prev = l;
    last->next = e;
    last = e;
  }
  for (struct n *e = l; e->next; e = e->next)
    if (e->next->prev != e) reach_error();
  return 0;
}
