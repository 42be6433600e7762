// ops uint-uint: the assertions hold: false
#include <assert.h>
int main(void) {
  unsigned a = 4294967000u;
  unsigned b = 77;
  assert((long long)(a + b) == 4294967077LL);
  assert((long long)(a - b) == 4294966923LL);
  assert((long long)(a * b) == 4294944504LL);
  assert((long long)(a / b) == 55778792);
  assert((long long)(a % b) == 16);
  assert((long long)(a & b) == 72);
  assert((long long)(a | b) == 4294967005LL);
  assert((long long)(a ^ b) == 4294966933LL);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 4294957824LL);
  assert((long long)(a >> (b & 7)) != 134217718);
  return 0;
}
