// ops bool-schar: the assertions hold: false
#include <assert.h>
int main(void) {
  _Bool a = 1;
  signed char b = 7;
  assert((long long)(a + b) == 8);
  assert((long long)(a - b) == -6);
  assert((long long)(a * b) == 7);
  assert((long long)(a / b) == 0);
  assert((long long)(a % b) == 1);
  assert((long long)(a & b) == 1);
  assert((long long)(a | b) == 7);
  assert((long long)(a ^ b) == 6);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 128);
  assert((long long)(a >> (b & 7)) != 0);
  return 0;
}
