// ops uint-bool: the assertions hold: true
#include <assert.h>
int main(void) {
  unsigned a = 4294967000u;
  _Bool b = 1;
  assert((long long)(a + b) == 4294967001LL);
  assert((long long)(a - b) == 4294966999LL);
  assert((long long)(a * b) == 4294967000LL);
  assert((long long)(a / b) == 4294967000LL);
  assert((long long)(a % b) == 0);
  assert((long long)(a & b) == 0);
  assert((long long)(a | b) == 4294967001LL);
  assert((long long)(a ^ b) == 4294967001LL);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 4294966704LL);
  assert((long long)(a >> (b & 7)) == 2147483500);
  return 0;
}
