// ptr list: the assertions hold: true
#include <assert.h>
struct n { int v; struct n *next; };
int main(void) {
  struct n a = {1, 0}, b = {2, &a}, c = {3, &b};
  int s = 0;
  for (struct n *p = &c; p; p = p->next)
    s = s * 10 + p->v;
  assert((long long)(s) == 321);
  return 0;
}
