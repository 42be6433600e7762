// ops uint-int: the assertions hold: true
#include <assert.h>
int main(void) {
  unsigned a = 4294967000u;
  int b = -17;
  assert((long long)(a + b) == 4294966983LL);
  assert((long long)(a - b) == 4294967017LL);
  assert((long long)(a * b) == 5032);
  assert((long long)(a / b) == 0);
  assert((long long)(a % b) == 4294967000LL);
  assert((long long)(a & b) == 4294966984LL);
  assert((long long)(a | b) == 4294967295LL);
  assert((long long)(a ^ b) == 311);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 4294929408LL);
  assert((long long)(a >> (b & 7)) == 33554429);
  return 0;
}
