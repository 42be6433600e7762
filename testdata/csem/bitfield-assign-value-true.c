// bitfield assign-value: the assertions hold: true
#include <assert.h>
struct s { unsigned a : 2; int b : 2; };
int main(void) {
  struct s s;
  int x = (s.a = 7);
  int y = (s.b = 3);
  assert((long long)(x) == 3);
  assert((long long)(y) == -1);
  return 0;
}
