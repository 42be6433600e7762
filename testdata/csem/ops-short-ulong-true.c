// ops short-ulong: the assertions hold: true
#include <assert.h>
int main(void) {
  short a = -30000;
  unsigned long b = 3;
  assert((long long)(a + b) == -29997);
  assert((long long)(a - b) == -30003);
  assert((long long)(a * b) == -90000);
  assert((long long)(a / b) == 6148914691236507205LL);
  assert((long long)(a % b) == 1);
  assert((long long)(a & b) == 0);
  assert((long long)(a | b) == -29997);
  assert((long long)(a ^ b) == -29997);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == -240000);
  assert((long long)(a >> (b & 7)) == -3750);
  return 0;
}
