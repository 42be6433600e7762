// ops int-uint: the assertions hold: false
#include <assert.h>
int main(void) {
  int a = -2147483000;
  unsigned b = 77;
  assert((long long)(a + b) == 2147484373LL);
  assert((long long)(a - b) == 2147484219LL);
  assert((long long)(a * b) == 2147533544LL);
  assert((long long)(a / b) == 27889406);
  assert((long long)(a % b) == 34);
  assert((long long)(a & b) == 8);
  assert((long long)(a | b) == 2147484365LL);
  assert((long long)(a ^ b) == 2147484357LL);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 20736);
  assert((long long)(a >> (b & 7)) != -67108844);
  return 0;
}
