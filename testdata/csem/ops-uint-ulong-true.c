// ops uint-ulong: the assertions hold: true
#include <assert.h>
int main(void) {
  unsigned a = 4294967000u;
  unsigned long b = 3;
  assert((long long)(a + b) == 4294967003LL);
  assert((long long)(a - b) == 4294966997LL);
  assert((long long)(a * b) == 12884901000LL);
  assert((long long)(a / b) == 1431655666);
  assert((long long)(a % b) == 2);
  assert((long long)(a & b) == 0);
  assert((long long)(a | b) == 4294967003LL);
  assert((long long)(a ^ b) == 4294967003LL);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 4294964928LL);
  assert((long long)(a >> (b & 7)) == 536870875);
  return 0;
}
