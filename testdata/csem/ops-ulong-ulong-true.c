// ops ulong-ulong: the assertions hold: true
#include <assert.h>
int main(void) {
  unsigned long a = 18000000000000000000UL;
  unsigned long b = 3;
  assert((long long)(a + b) == -446744073709551613LL);
  assert((long long)(a - b) == -446744073709551619LL);
  assert((long long)(a * b) == -1340232221128654848LL);
  assert((long long)(a / b) == 6000000000000000000LL);
  assert((long long)(a % b) == 0);
  assert((long long)(a & b) == 0);
  assert((long long)(a | b) == -446744073709551613LL);
  assert((long long)(a ^ b) == -446744073709551613LL);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == -3573952589676412928LL);
  assert((long long)(a >> (b & 7)) == 2250000000000000000LL);
  return 0;
}
