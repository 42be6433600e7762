// ops uint-ushort: the assertions hold: false
#include <assert.h>
int main(void) {
  unsigned a = 4294967000u;
  unsigned short b = 9;
  assert((long long)(a + b) == 4294967009LL);
  assert((long long)(a - b) == 4294966991LL);
  assert((long long)(a * b) == 4294964632LL);
  assert((long long)(a / b) == 477218555);
  assert((long long)(a % b) == 5);
  assert((long long)(a & b) == 8);
  assert((long long)(a | b) == 4294967001LL);
  assert((long long)(a ^ b) == 4294966993LL);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 4294966704LL);
  assert((long long)(a >> (b & 7)) != 2147483500);
  return 0;
}
