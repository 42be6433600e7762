// floats infinities-and-nan: the assertions hold: false
#include <assert.h>
int main(void) {
  double i = 1e308 * 10, n; float fi;
  n = i - i; fi = (float)i;
  assert((long long)(n == n) == 0);
  assert((long long)(n != n) == 1);
  assert((long long)(!(n < n)) == 1);
  assert((long long)(n < 1) == 0);
  assert((long long)(n >= 1) == 0);
  assert((long long)(!(n >= 1)) == 1);
  assert((long long)(i == i + 1) == 1);
  assert((long long)(-i < i) == 1);
  assert((long long)(i > 1.7976931348623157e308) == 1);
  assert((long long)((_Bool)n) == 1);
  assert((long long)(n ? 1 : 2) == 1);
  assert((long long)(0 * i == 0) == 0);
  assert((long long)(fi == i) == 1);
  assert((long long)(__builtin_isnan(n) != 0) == 1);
  assert((long long)(__builtin_isinf(i) != 0) == 1);
  assert((long long)(__builtin_isinf(-i) != 0) == 1);
  assert((long long)(__builtin_isinf(n) != 0) == 0);
  assert((long long)(__builtin_isfinite(i) != 0) == 0);
  assert((long long)(__builtin_isnormal(1e-310) != 0) == 0);
  assert((long long)(__builtin_isnormal(1e-307) != 0) == 1);
  assert((long long)(__builtin_isunordered(n, i) != 0) == 1);
  assert((long long)(__builtin_isgreater(i, n) != 0) != 0);
  return 0;
}
