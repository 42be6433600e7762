// init nested-designator: the assertions hold: false
#include <assert.h>
struct p { int x, y; };
struct s { struct p p[3]; int z; };
int main(void) {
  struct s s = {.p[1].y = 8, .z = 2, .p[0] = {4, 5}};
  assert((long long)(s.p[1].y) == 8);
  assert((long long)(s.p[1].x) == 0);
  assert((long long)(s.p[0].y) == 5);
  assert((long long)(s.z) != 2);
  return 0;
}
