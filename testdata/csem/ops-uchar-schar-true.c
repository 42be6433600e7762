// ops uchar-schar: the assertions hold: true
#include <assert.h>
int main(void) {
  unsigned char a = 200;
  signed char b = 7;
  assert((long long)(a + b) == 207);
  assert((long long)(a - b) == 193);
  assert((long long)(a * b) == 1400);
  assert((long long)(a / b) == 28);
  assert((long long)(a % b) == 4);
  assert((long long)(a & b) == 0);
  assert((long long)(a | b) == 207);
  assert((long long)(a ^ b) == 207);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 25600);
  assert((long long)(a >> (b & 7)) == 1);
  return 0;
}
