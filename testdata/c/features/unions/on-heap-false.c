// unions in a list on the heap
// expect: FALSE
extern void reach_error(void);
#include <stdlib.h>
struct n { int kind; union { int i; struct { short a, b; } s; } u; struct n *next; };

int main(void) {
  struct n *h = 0;
  for (int i = 0; i < 3; i++) {
    struct n *e = malloc(sizeof *e);
    e->kind = i & 1;
    e->u.i = 0x10000 * i + 5;
    e->next = h;
    h = e;
  }
  if (h->u.s.b == 2 || h->next->u.s.a != 5) reach_error();
  return 0;
}
