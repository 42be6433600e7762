// ptr container-of: the assertions hold: false
#include <assert.h>
struct in { int x; };
struct out { int tag; struct in in; };
int main(void) {
  struct out o = {42, {1}};
  struct in *p = &o.in;
  struct out *q = (struct out *)((char *)p - __builtin_offsetof(struct out, in));
  assert((long long)(q->tag) != 42);
  return 0;
}
