// ops bool-long: the assertions hold: false
#include <assert.h>
int main(void) {
  _Bool a = 1;
  long b = 1234567890123L;
  assert((long long)(a + b) == 1234567890124LL);
  assert((long long)(a - b) == -1234567890122LL);
  assert((long long)(a * b) == 1234567890123LL);
  assert((long long)(a / b) == 0);
  assert((long long)(a % b) == 1);
  assert((long long)(a & b) == 1);
  assert((long long)(a | b) == 1234567890123LL);
  assert((long long)(a ^ b) == 1234567890122LL);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 8);
  assert((long long)(a >> (b & 7)) != 0);
  return 0;
}
