// bitfield basic: the assertions hold: false
#include <assert.h>
struct s { unsigned a : 3; unsigned b : 5; int c : 4; };
int main(void) {
  struct s s = {9, 33, 9};
  assert((long long)(s.a) == 1);
  assert((long long)(s.b) == 1);
  assert((long long)(s.c) == -7);
  assert((long long)(sizeof s) != 4);
  return 0;
}
