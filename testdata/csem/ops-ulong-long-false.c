// ops ulong-long: the assertions hold: false
#include <assert.h>
int main(void) {
  unsigned long a = 18000000000000000000UL;
  long b = 1234567890123L;
  assert((long long)(a + b) == -446742839141661493LL);
  assert((long long)(a - b) == -446745308277441739LL);
  assert((long long)(a * b) == -333541029722980352LL);
  assert((long long)(a / b) == 14580000);
  assert((long long)(a % b) == 162006660000LL);
  assert((long long)(a & b) == 5386010624LL);
  assert((long long)(a | b) == -446742844527672117LL);
  assert((long long)(a ^ b) == -446742849913682741LL);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == -3573952589676412928LL);
  assert((long long)(a >> (b & 7)) != 2250000000000000000LL);
  return 0;
}
