// bitfield zero-width: the assertions hold: true
#include <assert.h>
struct s { unsigned a : 4; unsigned : 0; unsigned b : 4; };
int main(void) {
  struct s s = {1, 2};
  assert((long long)(sizeof s) == 8);
  assert((long long)(s.b) == 2);
  return 0;
}
