// init local-struct-expr: the assertions hold: true
#include <assert.h>
struct p { int x, y; };
struct p make(int x) { struct p p = {x, x * 2}; return p; }
int main(void) {
  struct p a = make(4);
  struct p b = {make(1).x, make(2).y};
  assert((long long)(a.x + a.y) == 12);
  assert((long long)(b.x) == 1);
  assert((long long)(b.y) == 4);
  return 0;
}
