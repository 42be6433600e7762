// ops ulong-int: the assertions hold: true
#include <assert.h>
int main(void) {
  unsigned long a = 18000000000000000000UL;
  int b = -17;
  assert((long long)(a + b) == -446744073709551633LL);
  assert((long long)(a - b) == -446744073709551599LL);
  assert((long long)(a * b) == 7594649253062377472LL);
  assert((long long)(a / b) == 0);
  assert((long long)(a % b) == -446744073709551616LL);
  assert((long long)(a & b) == -446744073709551616LL);
  assert((long long)(a | b) == -17);
  assert((long long)(a ^ b) == 446744073709551599LL);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == -1843009213693952000LL);
  assert((long long)(a >> (b & 7)) == 140625000000000000LL);
  return 0;
}
