// ops long-bool: the assertions hold: false
#include <assert.h>
int main(void) {
  long a = -9000000000000000000L;
  _Bool b = 1;
  assert((long long)(a + b) == -8999999999999999999LL);
  assert((long long)(a - b) == -9000000000000000001LL);
  assert((long long)(a * b) == -9000000000000000000LL);
  assert((long long)(a / b) == -9000000000000000000LL);
  assert((long long)(a % b) == 0);
  assert((long long)(a & b) == 0);
  assert((long long)(a | b) == -8999999999999999999LL);
  assert((long long)(a ^ b) == -8999999999999999999LL);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 446744073709551616LL);
  assert((long long)(a >> (b & 7)) != -4500000000000000000LL);
  return 0;
}
