// init static-zero: the assertions hold: false
#include <assert.h>
int g;
static long h[3];
struct { int a; char *p; } s;
int main(void) {
  assert((long long)(g) == 0);
  assert((long long)(h[2]) == 0);
  assert((long long)(s.a) == 0);
  assert((long long)(s.p == 0) != 1);
  return 0;
}
