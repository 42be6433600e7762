// ops bool-ushort: the assertions hold: false
#include <assert.h>
int main(void) {
  _Bool a = 1;
  unsigned short b = 9;
  assert((long long)(a + b) == 10);
  assert((long long)(a - b) == -8);
  assert((long long)(a * b) == 9);
  assert((long long)(a / b) == 0);
  assert((long long)(a % b) == 1);
  assert((long long)(a & b) == 1);
  assert((long long)(a | b) == 9);
  assert((long long)(a ^ b) == 8);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 2);
  assert((long long)(a >> (b & 7)) != 0);
  return 0;
}
