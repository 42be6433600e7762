// ops short-ushort: the assertions hold: false
#include <assert.h>
int main(void) {
  short a = -30000;
  unsigned short b = 9;
  assert((long long)(a + b) == -29991);
  assert((long long)(a - b) == -30009);
  assert((long long)(a * b) == -270000);
  assert((long long)(a / b) == -3333);
  assert((long long)(a % b) == -3);
  assert((long long)(a & b) == 0);
  assert((long long)(a | b) == -29991);
  assert((long long)(a ^ b) == -29991);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == -60000);
  assert((long long)(a >> (b & 7)) != -15000);
  return 0;
}
