// ops short-schar: the assertions hold: false
#include <assert.h>
int main(void) {
  short a = -30000;
  signed char b = 7;
  assert((long long)(a + b) == -29993);
  assert((long long)(a - b) == -30007);
  assert((long long)(a * b) == -210000);
  assert((long long)(a / b) == -4285);
  assert((long long)(a % b) == -5);
  assert((long long)(a & b) == 0);
  assert((long long)(a | b) == -29993);
  assert((long long)(a ^ b) == -29993);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == -3840000);
  assert((long long)(a >> (b & 7)) != -235);
  return 0;
}
