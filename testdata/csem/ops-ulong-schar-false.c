// ops ulong-schar: the assertions hold: false
#include <assert.h>
int main(void) {
  unsigned long a = 18000000000000000000UL;
  signed char b = 7;
  assert((long long)(a + b) == -446744073709551609LL);
  assert((long long)(a - b) == -446744073709551623LL);
  assert((long long)(a * b) == -3127208515966861312LL);
  assert((long long)(a / b) == 2571428571428571428LL);
  assert((long long)(a % b) == 4);
  assert((long long)(a & b) == 0);
  assert((long long)(a | b) == -446744073709551609LL);
  assert((long long)(a ^ b) == -446744073709551609LL);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == -1843009213693952000LL);
  assert((long long)(a >> (b & 7)) != 140625000000000000LL);
  return 0;
}
