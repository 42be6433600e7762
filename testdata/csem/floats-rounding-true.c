// floats rounding: the assertions hold: true
#include <assert.h>
int main(void) {
  float f = 16777216.0f; double d = 9007199254740992.0;
  assert((long long)(f + 1 == f) == 1);
  assert((long long)(f + 2 == f) == 0);
  assert((long long)(f - 1 == f) == 0);
  assert((long long)(d + 1 == d) == 1);
  assert((long long)(d + 1.0L == d) == 0);
  assert((long long)((float)16777217 == 16777216) == 1);
  assert((long long)((float)16777219 == 16777220) == 1);
  assert((long long)((double)16777217) == 16777217);
  assert((long long)((double)9007199254740993LL == 9007199254740992LL) == 1);
  assert((long long)((float)0x7fffffff == 2147483648.0) == 1);
  assert((long long)((long long)(float)123456789) == 123456792);
  assert((long long)((float)(0.1) == 0.1f) == 1);
  assert((long long)(1.0f / 3.0f == 1.0 / 3.0) == 0);
  assert((long long)(1.0f / 3.0f * 3.0f == 1.0f) == 1);
  assert((long long)((float)1e-46 == 0) == 1);
  assert((long long)((float)1e-45 > 0) == 1);
  assert((long long)((float)3.5e38 > 3.4e38f) == 1);
  return 0;
}
