// ops bool-ulong: the assertions hold: false
#include <assert.h>
int main(void) {
  _Bool a = 1;
  unsigned long b = 3;
  assert((long long)(a + b) == 4);
  assert((long long)(a - b) == -2);
  assert((long long)(a * b) == 3);
  assert((long long)(a / b) == 0);
  assert((long long)(a % b) == 1);
  assert((long long)(a & b) == 1);
  assert((long long)(a | b) == 3);
  assert((long long)(a ^ b) == 2);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 8);
  assert((long long)(a >> (b & 7)) != 0);
  return 0;
}
