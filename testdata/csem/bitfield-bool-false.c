// bitfield bool: the assertions hold: false
#include <assert.h>
struct s { _Bool a : 1; unsigned b : 1; int c : 1; };
int main(void) {
  struct s s = {5, 5, 5};
  assert((long long)(s.a) == 1);
  assert((long long)(s.b) == 1);
  assert((long long)(s.c) != -1);
  return 0;
}
