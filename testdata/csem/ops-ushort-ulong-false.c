// ops ushort-ulong: the assertions hold: false
#include <assert.h>
int main(void) {
  unsigned short a = 65000;
  unsigned long b = 3;
  assert((long long)(a + b) == 65003);
  assert((long long)(a - b) == 64997);
  assert((long long)(a * b) == 195000);
  assert((long long)(a / b) == 21666);
  assert((long long)(a % b) == 2);
  assert((long long)(a & b) == 0);
  assert((long long)(a | b) == 65003);
  assert((long long)(a ^ b) == 65003);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 520000);
  assert((long long)(a >> (b & 7)) != 8125);
  return 0;
}
