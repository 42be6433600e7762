// bitfield promote: the assertions hold: false
#include <assert.h>
struct s { unsigned a : 31; unsigned b : 32; };
int main(void) {
  struct s s = {0, 0};
  assert((long long)(s.a - 1 < 0) == 1);
  assert((long long)(s.b - 1 < 0) == 0);
  assert((long long)(-s.a < 1) != 1);
  return 0;
}
