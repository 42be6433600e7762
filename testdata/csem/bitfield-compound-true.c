// bitfield compound: the assertions hold: true
#include <assert.h>
struct s { unsigned a : 5; };
int main(void) {
  struct s s = {30};
  s.a += 5;
  s.a <<= 1;
  s.a |= 1;
  assert((long long)(s.a) == 7);
  assert((long long)(++s.a) == 8);
  assert((long long)(s.a--) == 8);
  return 0;
}
