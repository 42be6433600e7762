// ops ushort-bool: the assertions hold: true
#include <assert.h>
int main(void) {
  unsigned short a = 65000;
  _Bool b = 1;
  assert((long long)(a + b) == 65001);
  assert((long long)(a - b) == 64999);
  assert((long long)(a * b) == 65000);
  assert((long long)(a / b) == 65000);
  assert((long long)(a % b) == 0);
  assert((long long)(a & b) == 0);
  assert((long long)(a | b) == 65001);
  assert((long long)(a ^ b) == 65001);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 130000);
  assert((long long)(a >> (b & 7)) == 32500);
  return 0;
}
