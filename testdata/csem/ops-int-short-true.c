// ops int-short: the assertions hold: true
#include <assert.h>
int main(void) {
  int a = -2147483000;
  short b = 123;
  assert((long long)(a + b) == -2147482877);
  assert((long long)(a - b) == -2147483123);
  assert((long long)(a * b) == -2147403944);
  assert((long long)(a / b) == -17459211);
  assert((long long)(a % b) == -47);
  assert((long long)(a & b) == 8);
  assert((long long)(a | b) == -2147482885);
  assert((long long)(a ^ b) == -2147482893);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 5184);
  assert((long long)(a >> (b & 7)) == -268435375);
  return 0;
}
