// floats literals: the assertions hold: false
#include <assert.h>
int main(void) {
  double d = 0.1; float f = 0.1f; long double l = 0.1L;
  assert((long long)(f == 0.1) == 0);
  assert((long long)((double)f > 0.1) == 1);
  assert((long long)(d == 0.1) == 1);
  assert((long long)(d == 0.1L) == 0);
  assert((long long)(l == 0.1L) == 1);
  assert((long long)(0x1.8p+1 == 3.0) == 1);
  assert((long long)(4.9406564584124654e-324 > 0) == 1);
  assert((long long)(1e-400 == 0) == 1);
  assert((long long)(0.1 + 0.2 == 0.3) == 0);
  assert((long long)(0.1f + 0.2f == 0.3f) != 1);
  return 0;
}
