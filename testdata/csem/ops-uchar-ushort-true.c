// ops uchar-ushort: the assertions hold: true
#include <assert.h>
int main(void) {
  unsigned char a = 200;
  unsigned short b = 9;
  assert((long long)(a + b) == 209);
  assert((long long)(a - b) == 191);
  assert((long long)(a * b) == 1800);
  assert((long long)(a / b) == 22);
  assert((long long)(a % b) == 2);
  assert((long long)(a & b) == 8);
  assert((long long)(a | b) == 201);
  assert((long long)(a ^ b) == 193);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 400);
  assert((long long)(a >> (b & 7)) == 100);
  return 0;
}
