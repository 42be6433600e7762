// floats zeros: the assertions hold: false
#include <assert.h>
int main(void) {
  double z = 0.0, m = -0.0;
  assert((long long)(z == m) == 1);
  assert((long long)(z < m) == 0);
  assert((long long)(m < z) == 0);
  assert((long long)(m <= z) == 1);
  assert((long long)(z <= m) == 1);
  assert((long long)(1 / z > 0) == 1);
  assert((long long)(1 / m > 0) == 0);
  assert((long long)(1 / (z + m) > 0) == 1);
  assert((long long)(1 / (m + m) > 0) == 0);
  assert((long long)(1 / (m * 1.0) > 0) == 0);
  assert((long long)(!m) == 1);
  assert((long long)(m ? 1 : 2) == 2);
  assert((long long)((int)m) == 0);
  assert((long long)((_Bool)m) == 0);
  assert((long long)(__builtin_signbit(m) != 0) == 1);
  assert((long long)(__builtin_signbit(-m) != 0) == 0);
  assert((long long)(1 / -z > 0) == 0);
  assert((long long)(1 / (0 - z) > 0) != 1);
  return 0;
}
