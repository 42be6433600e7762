// mem struct-list: the assertions hold: true
#include <assert.h>
void *malloc(unsigned long);
struct n { int v; struct n *next; };
struct n *push(struct n *l, int v) { struct n *n = malloc(sizeof *n); n->v = v; n->next = l; return n; }
int main(void) {
  struct n *l = 0;
  for (int i = 0; i < 5; i++)
    l = push(l, i * i);
  int s = 0, k = 0;
  for (; l; l = l->next, k++)
    s += l->v;
  assert((long long)(s) == 30);
  assert((long long)(k) == 5);
  return 0;
}
