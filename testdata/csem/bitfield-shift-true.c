// bitfield shift: the assertions hold: true
#include <assert.h>
struct s { unsigned a : 8; };
int main(void) {
  struct s s = {255};
  assert((long long)(s.a << 24 < 0) == 1);
  assert((long long)(s.a << 4) == 4080);
  return 0;
}
