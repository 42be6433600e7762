// ops uchar-long: the assertions hold: false
#include <assert.h>
int main(void) {
  unsigned char a = 200;
  long b = 1234567890123L;
  assert((long long)(a + b) == 1234567890323LL);
  assert((long long)(a - b) == -1234567889923LL);
  assert((long long)(a * b) == 246913578024600LL);
  assert((long long)(a / b) == 0);
  assert((long long)(a % b) == 200);
  assert((long long)(a & b) == 200);
  assert((long long)(a | b) == 1234567890123LL);
  assert((long long)(a ^ b) == 1234567889923LL);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 1600);
  assert((long long)(a >> (b & 7)) != 25);
  return 0;
}
