// ops uchar-uint: the assertions hold: false
#include <assert.h>
int main(void) {
  unsigned char a = 200;
  unsigned b = 77;
  assert((long long)(a + b) == 277);
  assert((long long)(a - b) == 123);
  assert((long long)(a * b) == 15400);
  assert((long long)(a / b) == 2);
  assert((long long)(a % b) == 46);
  assert((long long)(a & b) == 72);
  assert((long long)(a | b) == 205);
  assert((long long)(a ^ b) == 133);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 6400);
  assert((long long)(a >> (b & 7)) != 6);
  return 0;
}
