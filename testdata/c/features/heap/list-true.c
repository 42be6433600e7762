// a linked list on the heap
// expect: TRUE
extern void reach_error(void);

#include <stdlib.h>
struct n { int v; struct n *next; };
static struct n *push(struct n *l, int v) { struct n *e = malloc(sizeof *e); e->v = v; e->next = l; return e; }

int main(void) {
  struct n *l = 0;
  for (int i = 1; i <= 3; i++) l = push(l, i);
  if (l->v != 3) reach_error();
  if (l->next->next->v != 1) reach_error();
  if (l->next->next->next != 0) reach_error();
  while (l) { struct n *t = l->next; free(l); l = t; }
  return 0;
}
