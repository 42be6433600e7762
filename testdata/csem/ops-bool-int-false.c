// ops bool-int: the assertions hold: false
#include <assert.h>
int main(void) {
  _Bool a = 1;
  int b = -17;
  assert((long long)(a + b) == -16);
  assert((long long)(a - b) == 18);
  assert((long long)(a * b) == -17);
  assert((long long)(a / b) == 0);
  assert((long long)(a % b) == 1);
  assert((long long)(a & b) == 1);
  assert((long long)(a | b) == -17);
  assert((long long)(a ^ b) == -18);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 128);
  assert((long long)(a >> (b & 7)) != 0);
  return 0;
}
