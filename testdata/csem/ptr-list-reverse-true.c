// ptr list-reverse: the assertions hold: true
#include <assert.h>
struct n { int v; struct n *next; };
int main(void) {
  struct n v[4];
  for (int i = 0; i < 4; i++) {
    v[i].v = i;
    v[i].next = i < 3 ? &v[i + 1] : 0;
  }
  struct n *r = 0, *p = &v[0];
  while (p) {
    struct n *t = p->next;
    p->next = r;
    r = p;
    p = t;
  }
  assert((long long)(r->v) == 3);
  assert((long long)(r->next->v) == 2);
  assert((long long)(r->next->next->next->next == 0) == 1);
  return 0;
}
