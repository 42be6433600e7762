// ops uchar-ulong: the assertions hold: true
#include <assert.h>
int main(void) {
  unsigned char a = 200;
  unsigned long b = 3;
  assert((long long)(a + b) == 203);
  assert((long long)(a - b) == 197);
  assert((long long)(a * b) == 600);
  assert((long long)(a / b) == 66);
  assert((long long)(a % b) == 2);
  assert((long long)(a & b) == 0);
  assert((long long)(a | b) == 203);
  assert((long long)(a ^ b) == 203);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 1600);
  assert((long long)(a >> (b & 7)) == 25);
  return 0;
}
