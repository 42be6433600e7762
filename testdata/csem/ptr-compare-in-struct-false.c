// ptr compare-in-struct: the assertions hold: false
#include <assert.h>
struct s { int a[4]; int *p; };
int main(void) {
  struct s s;
  s.p = &s.a[2];
  *s.p = 3;
  assert((long long)(s.a[2]) == 3);
  assert((long long)(s.p == s.a + 2) == 1);
  assert((long long)(s.p - s.a) != 2);
  return 0;
}
