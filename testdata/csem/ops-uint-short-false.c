// ops uint-short: the assertions hold: false
#include <assert.h>
int main(void) {
  unsigned a = 4294967000u;
  short b = 123;
  assert((long long)(a + b) == 4294967123LL);
  assert((long long)(a - b) == 4294966877LL);
  assert((long long)(a * b) == 4294930888LL);
  assert((long long)(a / b) == 34918430);
  assert((long long)(a % b) == 110);
  assert((long long)(a & b) == 88);
  assert((long long)(a | b) == 4294967035LL);
  assert((long long)(a ^ b) == 4294966947LL);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 4294964928LL);
  assert((long long)(a >> (b & 7)) != 536870875);
  return 0;
}
