// ops ulong-ushort: the assertions hold: false
#include <assert.h>
int main(void) {
  unsigned long a = 18000000000000000000UL;
  unsigned short b = 9;
  assert((long long)(a + b) == -446744073709551607LL);
  assert((long long)(a - b) == -446744073709551625LL);
  assert((long long)(a * b) == -4020696663385964544LL);
  assert((long long)(a / b) == 2000000000000000000LL);
  assert((long long)(a % b) == 0);
  assert((long long)(a & b) == 0);
  assert((long long)(a | b) == -446744073709551607LL);
  assert((long long)(a ^ b) == -446744073709551607LL);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == -893488147419103232LL);
  assert((long long)(a >> (b & 7)) != 9000000000000000000LL);
  return 0;
}
