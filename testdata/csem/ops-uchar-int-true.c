// ops uchar-int: the assertions hold: true
#include <assert.h>
int main(void) {
  unsigned char a = 200;
  int b = -17;
  assert((long long)(a + b) == 183);
  assert((long long)(a - b) == 217);
  assert((long long)(a * b) == -3400);
  assert((long long)(a / b) == -11);
  assert((long long)(a % b) == 13);
  assert((long long)(a & b) == 200);
  assert((long long)(a | b) == -17);
  assert((long long)(a ^ b) == -217);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 25600);
  assert((long long)(a >> (b & 7)) == 1);
  return 0;
}
