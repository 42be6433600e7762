// floats conversions: the assertions hold: false
#include <assert.h>
int main(void) {
  double d = -2.7; float f = 3.99f; unsigned char c = 200; long long big = -9007199254740993LL; unsigned u = 4000000000u;
  assert((long long)((int)d) == -2);
  assert((long long)((int)f) == 3);
  assert((long long)((char)f) == 3);
  assert((long long)((unsigned char)(f * 50)) == 199);
  assert((long long)((long long)1e15) == 1000000000000000LL);
  assert((long long)((int)(f + d)) == 1);
  assert((long long)(c * f > 797.9) == 1);
  assert((long long)((double)big == -9007199254740992.0) == 1);
  assert((long long)(u * 1.0) == 4000000000LL);
  assert((long long)((unsigned)(u * 1.0) == u) == 1);
  assert((long long)(-u * 1.0) == 294967296);
  assert((long long)(c / 7.0 > 28.57) == 1);
  assert((long long)(c / 7 == c / 7.0) == 0);
  assert((long long)((_Bool)0.25) == 1);
  assert((long long)(d < -2) == 1);
  assert((long long)(3 / 2 * 2.0) == 2);
  assert((long long)(3 / 2.0 * 2) == 3);
  assert((long long)((int)-0.99) == 0);
  assert((long long)(1.5 + 'a') != 98);
  return 0;
}
