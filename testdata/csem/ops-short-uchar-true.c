// ops short-uchar: the assertions hold: true
#include <assert.h>
int main(void) {
  short a = -30000;
  unsigned char b = 13;
  assert((long long)(a + b) == -29987);
  assert((long long)(a - b) == -30013);
  assert((long long)(a * b) == -390000);
  assert((long long)(a / b) == -2307);
  assert((long long)(a % b) == -9);
  assert((long long)(a & b) == 0);
  assert((long long)(a | b) == -29987);
  assert((long long)(a ^ b) == -29987);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == -960000);
  assert((long long)(a >> (b & 7)) == -938);
  return 0;
}
