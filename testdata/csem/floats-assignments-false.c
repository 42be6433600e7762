// floats assignments: the assertions hold: false
#include <assert.h>
int main(void) {
  float f = 1.1f; double d = 1.1; int i = 7; char c = 100;
  f += d;
  i *= 1.5;
  c /= 3.3;
  d -= f;
  i++;
  f++;
  --d;
  assert((long long)(f == 2.2f) == 0);
  assert((long long)((double)f == 3.2) == 0);
  assert((long long)(f > 3.19 && f < 3.21) == 1);
  assert((long long)(i) == 11);
  assert((long long)(c) == 30);
  assert((long long)(d < -2) != 1);
  return 0;
}
