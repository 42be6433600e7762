// ops long-long: the assertions hold: true
#include <assert.h>
int main(void) {
  long a = -9000000000000000000L;
  long b = 1234567890123L;
  assert((long long)(a + b) == -8999998765432109877LL);
  assert((long long)(a - b) == -9000001234567890123LL);
  assert((long long)(a * b) == -9056601521993285632LL);
  assert((long long)(a / b) == -7290000);
  assert((long long)(a % b) == -81003330000LL);
  assert((long long)(a & b) == 1164229214208LL);
  assert((long long)(a | b) == -8999999929661324085LL);
  assert((long long)(a ^ b) == -9000001093890538293LL);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 1786976294838206464LL);
  assert((long long)(a >> (b & 7)) == -1125000000000000000LL);
  return 0;
}
