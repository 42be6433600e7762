// ops short-long: the assertions hold: false
#include <assert.h>
int main(void) {
  short a = -30000;
  long b = 1234567890123L;
  assert((long long)(a + b) == 1234567860123LL);
  assert((long long)(a - b) == -1234567920123LL);
  assert((long long)(a * b) == -37037036703690000LL);
  assert((long long)(a / b) == 0);
  assert((long long)(a % b) == -30000);
  assert((long long)(a & b) == 1234567889088LL);
  assert((long long)(a | b) == -28965);
  assert((long long)(a ^ b) == -1234567918053LL);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == -240000);
  assert((long long)(a >> (b & 7)) != -3750);
  return 0;
}
