// ops int-ushort: the assertions hold: false
#include <assert.h>
int main(void) {
  int a = -2147483000;
  unsigned short b = 9;
  assert((long long)(a + b) == -2147482991);
  assert((long long)(a - b) == -2147483009);
  assert((long long)(a * b) == -2147477816);
  assert((long long)(a / b) == -238609222);
  assert((long long)(a % b) == -2);
  assert((long long)(a & b) == 8);
  assert((long long)(a | b) == -2147482999);
  assert((long long)(a ^ b) == -2147483007);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 1296);
  assert((long long)(a >> (b & 7)) != -1073741500);
  return 0;
}
