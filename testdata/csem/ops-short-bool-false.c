// ops short-bool: the assertions hold: false
#include <assert.h>
int main(void) {
  short a = -30000;
  _Bool b = 1;
  assert((long long)(a + b) == -29999);
  assert((long long)(a - b) == -30001);
  assert((long long)(a * b) == -30000);
  assert((long long)(a / b) == -30000);
  assert((long long)(a % b) == 0);
  assert((long long)(a & b) == 0);
  assert((long long)(a | b) == -29999);
  assert((long long)(a ^ b) == -29999);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == -60000);
  assert((long long)(a >> (b & 7)) != -15000);
  return 0;
}
