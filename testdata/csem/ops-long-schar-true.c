// ops long-schar: the assertions hold: true
#include <assert.h>
int main(void) {
  long a = -9000000000000000000L;
  signed char b = 7;
  assert((long long)(a + b) == -8999999999999999993LL);
  assert((long long)(a - b) == -9000000000000000007LL);
  assert((long long)(a * b) == -7659767778871345152LL);
  assert((long long)(a / b) == -1285714285714285714LL);
  assert((long long)(a % b) == -2);
  assert((long long)(a & b) == 0);
  assert((long long)(a | b) == -8999999999999999993LL);
  assert((long long)(a ^ b) == -8999999999999999993LL);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == -8301867430007799808LL);
  assert((long long)(a >> (b & 7)) == -70312500000000000LL);
  return 0;
}
