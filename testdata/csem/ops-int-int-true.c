// ops int-int: the assertions hold: true
#include <assert.h>
int main(void) {
  int a = -2147483000;
  int b = -17;
  assert((long long)(a + b) == -2147483017);
  assert((long long)(a - b) == -2147482983);
  assert((long long)(a * b) == 2147472632);
  assert((long long)(a / b) == 126322529);
  assert((long long)(a % b) == -7);
  assert((long long)(a & b) == -2147483000);
  assert((long long)(a | b) == -17);
  assert((long long)(a ^ b) == 2147482983);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 82944);
  assert((long long)(a >> (b & 7)) == -16777211);
  return 0;
}
