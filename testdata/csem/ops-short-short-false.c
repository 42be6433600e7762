// ops short-short: the assertions hold: false
#include <assert.h>
int main(void) {
  short a = -30000;
  short b = 123;
  assert((long long)(a + b) == -29877);
  assert((long long)(a - b) == -30123);
  assert((long long)(a * b) == -3690000);
  assert((long long)(a / b) == -243);
  assert((long long)(a % b) == -111);
  assert((long long)(a & b) == 80);
  assert((long long)(a | b) == -29957);
  assert((long long)(a ^ b) == -30037);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == -240000);
  assert((long long)(a >> (b & 7)) != -3750);
  return 0;
}
