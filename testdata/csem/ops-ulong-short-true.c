// ops ulong-short: the assertions hold: true
#include <assert.h>
int main(void) {
  unsigned long a = 18000000000000000000UL;
  short b = 123;
  assert((long long)(a + b) == -446744073709551493LL);
  assert((long long)(a - b) == -446744073709551739LL);
  assert((long long)(a * b) == 390711154853806080LL);
  assert((long long)(a / b) == 146341463414634146LL);
  assert((long long)(a % b) == 42);
  assert((long long)(a & b) == 0);
  assert((long long)(a | b) == -446744073709551493LL);
  assert((long long)(a ^ b) == -446744073709551493LL);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == -3573952589676412928LL);
  assert((long long)(a >> (b & 7)) == 2250000000000000000LL);
  return 0;
}
