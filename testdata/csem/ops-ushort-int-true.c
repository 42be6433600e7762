// ops ushort-int: the assertions hold: true
#include <assert.h>
int main(void) {
  unsigned short a = 65000;
  int b = -17;
  assert((long long)(a + b) == 64983);
  assert((long long)(a - b) == 65017);
  assert((long long)(a * b) == -1105000);
  assert((long long)(a / b) == -3823);
  assert((long long)(a % b) == 9);
  assert((long long)(a & b) == 65000);
  assert((long long)(a | b) == -17);
  assert((long long)(a ^ b) == -65017);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 8320000);
  assert((long long)(a >> (b & 7)) == 507);
  return 0;
}
