// ops uchar-uchar: the assertions hold: true
#include <assert.h>
int main(void) {
  unsigned char a = 200;
  unsigned char b = 13;
  assert((long long)(a + b) == 213);
  assert((long long)(a - b) == 187);
  assert((long long)(a * b) == 2600);
  assert((long long)(a / b) == 15);
  assert((long long)(a % b) == 5);
  assert((long long)(a & b) == 8);
  assert((long long)(a | b) == 205);
  assert((long long)(a ^ b) == 197);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 6400);
  assert((long long)(a >> (b & 7)) == 6);
  return 0;
}
