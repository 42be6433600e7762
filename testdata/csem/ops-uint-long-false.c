// ops uint-long: the assertions hold: false
#include <assert.h>
int main(void) {
  unsigned a = 4294967000u;
  long b = 1234567890123L;
  assert((long long)(a + b) == 1238862857123LL);
  assert((long long)(a - b) == -1230272923123LL);
  assert((long long)(a * b) == 8212798183269627208LL);
  assert((long long)(a / b) == 0);
  assert((long long)(a % b) == 4294967000LL);
  assert((long long)(a & b) == 1912276168);
  assert((long long)(a | b) == 1236950580955LL);
  assert((long long)(a ^ b) == 1235038304787LL);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 4294964928LL);
  assert((long long)(a >> (b & 7)) != 536870875);
  return 0;
}
