// bitfield neighbours: the assertions hold: true
#include <assert.h>
struct s { unsigned a : 4, b : 4, c : 8, d : 16; };
int main(void) {
  struct s s = {1, 2, 3, 4};
  s.b = 15;
  s.c--;
  assert((long long)(s.a) == 1);
  assert((long long)(s.b) == 15);
  assert((long long)(s.c) == 2);
  assert((long long)(s.d) == 4);
  return 0;
}
