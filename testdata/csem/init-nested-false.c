// init nested: the assertions hold: false
#include <assert.h>
struct p { int x, y; };
struct s { struct p p[2]; int z; };
int main(void) {
  struct s s = {{{1, 2}, {3}}, 4};
  struct s t = {1, 2, 3, 4, 5};
  assert((long long)(s.p[1].x) == 3);
  assert((long long)(s.p[1].y) == 0);
  assert((long long)(s.z) == 4);
  assert((long long)(t.p[1].y) == 4);
  assert((long long)(t.z) != 5);
  return 0;
}
