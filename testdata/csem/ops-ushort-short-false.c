// ops ushort-short: the assertions hold: false
#include <assert.h>
int main(void) {
  unsigned short a = 65000;
  short b = 123;
  assert((long long)(a + b) == 65123);
  assert((long long)(a - b) == 64877);
  assert((long long)(a * b) == 7995000);
  assert((long long)(a / b) == 528);
  assert((long long)(a % b) == 56);
  assert((long long)(a & b) == 104);
  assert((long long)(a | b) == 65019);
  assert((long long)(a ^ b) == 64915);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 520000);
  assert((long long)(a >> (b & 7)) != 8125);
  return 0;
}
