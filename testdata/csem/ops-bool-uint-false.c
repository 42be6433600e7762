// ops bool-uint: the assertions hold: false
#include <assert.h>
int main(void) {
  _Bool a = 1;
  unsigned b = 77;
  assert((long long)(a + b) == 78);
  assert((long long)(a - b) == 4294967220LL);
  assert((long long)(a * b) == 77);
  assert((long long)(a / b) == 0);
  assert((long long)(a % b) == 1);
  assert((long long)(a & b) == 1);
  assert((long long)(a | b) == 77);
  assert((long long)(a ^ b) == 76);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 32);
  assert((long long)(a >> (b & 7)) != 0);
  return 0;
}
