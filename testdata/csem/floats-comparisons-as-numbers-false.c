// floats comparisons-as-numbers: the assertions hold: false
#include <assert.h>
int main(void) {
  double x = 1.5, y = 2.5; float f = 1.5f; int i = 1;
  assert((long long)((x < y) + (x == f)) == 2);
  assert((long long)(i < x) == 1);
  assert((long long)(i == 1.0) == 1);
  assert((long long)(x > i && y > x) == 1);
  assert((long long)(!(x < y)) == 0);
  assert((long long)(!(x > y)) == 1);
  assert((long long)(x != y) == 1);
  assert((long long)(x ? 5 : 6) == 5);
  assert((long long)(!x) == 0);
  assert((long long)((x < y) == 1) == 1);
  assert((long long)(-x < -y) == 0);
  assert((long long)(-(x - y) == y - x) != 1);
  return 0;
}
