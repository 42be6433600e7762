// ops ushort-uchar: the assertions hold: false
#include <assert.h>
int main(void) {
  unsigned short a = 65000;
  unsigned char b = 13;
  assert((long long)(a + b) == 65013);
  assert((long long)(a - b) == 64987);
  assert((long long)(a * b) == 845000);
  assert((long long)(a / b) == 5000);
  assert((long long)(a % b) == 0);
  assert((long long)(a & b) == 8);
  assert((long long)(a | b) == 65005);
  assert((long long)(a ^ b) == 64997);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 2080000);
  assert((long long)(a >> (b & 7)) != 2031);
  return 0;
}
