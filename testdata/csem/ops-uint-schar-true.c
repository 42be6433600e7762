// ops uint-schar: the assertions hold: true
#include <assert.h>
int main(void) {
  unsigned a = 4294967000u;
  signed char b = 7;
  assert((long long)(a + b) == 4294967007LL);
  assert((long long)(a - b) == 4294966993LL);
  assert((long long)(a * b) == 4294965224LL);
  assert((long long)(a / b) == 613566714);
  assert((long long)(a % b) == 2);
  assert((long long)(a & b) == 0);
  assert((long long)(a | b) == 4294967007LL);
  assert((long long)(a ^ b) == 4294967007LL);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 4294929408LL);
  assert((long long)(a >> (b & 7)) == 33554429);
  return 0;
}
