// bitfield signed-wrap: the assertions hold: true
#include <assert.h>
struct s { int a : 3; };
int main(void) {
  struct s s;
  s.a = 3;
  s.a++;
  assert((long long)(s.a) == -4);
  s.a -= 1;
  assert((long long)(s.a) == 3);
  return 0;
}
