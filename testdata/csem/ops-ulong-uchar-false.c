// ops ulong-uchar: the assertions hold: false
#include <assert.h>
int main(void) {
  unsigned long a = 18000000000000000000UL;
  unsigned char b = 13;
  assert((long long)(a + b) == -446744073709551603LL);
  assert((long long)(a - b) == -446744073709551629LL);
  assert((long long)(a * b) == -5807672958224171008LL);
  assert((long long)(a / b) == 1384615384615384615LL);
  assert((long long)(a % b) == 5);
  assert((long long)(a & b) == 0);
  assert((long long)(a | b) == -446744073709551603LL);
  assert((long long)(a ^ b) == -446744073709551603LL);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 4150933715003899904LL);
  assert((long long)(a >> (b & 7)) != 562500000000000000LL);
  return 0;
}
