// ops bool-uchar: the assertions hold: true
#include <assert.h>
int main(void) {
  _Bool a = 1;
  unsigned char b = 13;
  assert((long long)(a + b) == 14);
  assert((long long)(a - b) == -12);
  assert((long long)(a * b) == 13);
  assert((long long)(a / b) == 0);
  assert((long long)(a % b) == 1);
  assert((long long)(a & b) == 1);
  assert((long long)(a | b) == 13);
  assert((long long)(a ^ b) == 12);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 32);
  assert((long long)(a >> (b & 7)) == 0);
  return 0;
}
