// ops ushort-uint: the assertions hold: false
#include <assert.h>
int main(void) {
  unsigned short a = 65000;
  unsigned b = 77;
  assert((long long)(a + b) == 65077);
  assert((long long)(a - b) == 64923);
  assert((long long)(a * b) == 5005000);
  assert((long long)(a / b) == 844);
  assert((long long)(a % b) == 12);
  assert((long long)(a & b) == 72);
  assert((long long)(a | b) == 65005);
  assert((long long)(a ^ b) == 64933);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 2080000);
  assert((long long)(a >> (b & 7)) != 2031);
  return 0;
}
