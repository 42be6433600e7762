// ops int-bool: the assertions hold: false
#include <assert.h>
int main(void) {
  int a = -2147483000;
  _Bool b = 1;
  assert((long long)(a + b) == -2147482999);
  assert((long long)(a - b) == -2147483001);
  assert((long long)(a * b) == -2147483000);
  assert((long long)(a / b) == -2147483000);
  assert((long long)(a % b) == 0);
  assert((long long)(a & b) == 0);
  assert((long long)(a | b) == -2147482999);
  assert((long long)(a ^ b) == -2147482999);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 1296);
  assert((long long)(a >> (b & 7)) != -1073741500);
  return 0;
}
