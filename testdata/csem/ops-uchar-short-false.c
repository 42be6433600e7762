// ops uchar-short: the assertions hold: false
#include <assert.h>
int main(void) {
  unsigned char a = 200;
  short b = 123;
  assert((long long)(a + b) == 323);
  assert((long long)(a - b) == 77);
  assert((long long)(a * b) == 24600);
  assert((long long)(a / b) == 1);
  assert((long long)(a % b) == 77);
  assert((long long)(a & b) == 72);
  assert((long long)(a | b) == 251);
  assert((long long)(a ^ b) == 179);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 1600);
  assert((long long)(a >> (b & 7)) != 25);
  return 0;
}
