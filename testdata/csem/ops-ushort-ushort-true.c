// ops ushort-ushort: the assertions hold: true
#include <assert.h>
int main(void) {
  unsigned short a = 65000;
  unsigned short b = 9;
  assert((long long)(a + b) == 65009);
  assert((long long)(a - b) == 64991);
  assert((long long)(a * b) == 585000);
  assert((long long)(a / b) == 7222);
  assert((long long)(a % b) == 2);
  assert((long long)(a & b) == 8);
  assert((long long)(a | b) == 65001);
  assert((long long)(a ^ b) == 64993);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 130000);
  assert((long long)(a >> (b & 7)) == 32500);
  return 0;
}
