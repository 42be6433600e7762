// ops ushort-schar: the assertions hold: false
#include <assert.h>
int main(void) {
  unsigned short a = 65000;
  signed char b = 7;
  assert((long long)(a + b) == 65007);
  assert((long long)(a - b) == 64993);
  assert((long long)(a * b) == 455000);
  assert((long long)(a / b) == 9285);
  assert((long long)(a % b) == 5);
  assert((long long)(a & b) == 0);
  assert((long long)(a | b) == 65007);
  assert((long long)(a ^ b) == 65007);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 8320000);
  assert((long long)(a >> (b & 7)) != 507);
  return 0;
}
