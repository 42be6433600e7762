// ops ulong-bool: the assertions hold: false
#include <assert.h>
int main(void) {
  unsigned long a = 18000000000000000000UL;
  _Bool b = 1;
  assert((long long)(a + b) == -446744073709551615LL);
  assert((long long)(a - b) == -446744073709551617LL);
  assert((long long)(a * b) == -446744073709551616LL);
  assert((long long)(a / b) == -446744073709551616LL);
  assert((long long)(a % b) == 0);
  assert((long long)(a & b) == 0);
  assert((long long)(a | b) == -446744073709551615LL);
  assert((long long)(a ^ b) == -446744073709551615LL);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == -893488147419103232LL);
  assert((long long)(a >> (b & 7)) != 9000000000000000000LL);
  return 0;
}
