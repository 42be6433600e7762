// ops int-schar: the assertions hold: true
#include <assert.h>
int main(void) {
  int a = -2147483000;
  signed char b = 7;
  assert((long long)(a + b) == -2147482993);
  assert((long long)(a - b) == -2147483007);
  assert((long long)(a * b) == -2147479112);
  assert((long long)(a / b) == -306783285);
  assert((long long)(a % b) == -5);
  assert((long long)(a & b) == 0);
  assert((long long)(a | b) == -2147482993);
  assert((long long)(a ^ b) == -2147482993);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 82944);
  assert((long long)(a >> (b & 7)) == -16777211);
  return 0;
}
