// ops schar-uchar: the assertions hold: false
#include <assert.h>
int main(void) {
  signed char a = -100;
  unsigned char b = 13;
  assert((long long)(a + b) == -87);
  assert((long long)(a - b) == -113);
  assert((long long)(a * b) == -1300);
  assert((long long)(a / b) == -7);
  assert((long long)(a % b) == -9);
  assert((long long)(a & b) == 12);
  assert((long long)(a | b) == -99);
  assert((long long)(a ^ b) == -111);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == -3200);
  assert((long long)(a >> (b & 7)) != -4);
  return 0;
}
