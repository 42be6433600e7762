// bitfield long: the assertions hold: true
#include <assert.h>
struct s { unsigned long a : 40; long b : 24; };
int main(void) {
  struct s s = {0xffffffffffUL, -1};
  assert((long long)(s.a) == 1099511627775LL);
  assert((long long)(s.b) == -1);
  s.a++;
  assert((long long)(s.a) == 0);
  return 0;
}
