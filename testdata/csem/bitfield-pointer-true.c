// bitfield pointer: the assertions hold: true
#include <assert.h>
struct s { int x; unsigned a : 3, b : 3; };
void f(struct s *p) { p->b = p->a + 6; }
int main(void) {
  struct s s = {1, 3, 0};
  f(&s);
  assert((long long)(s.b) == 1);
  assert((long long)(s.a) == 3);
  return 0;
}
