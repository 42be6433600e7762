// ops uint-uchar: the assertions hold: false
#include <assert.h>
int main(void) {
  unsigned a = 4294967000u;
  unsigned char b = 13;
  assert((long long)(a + b) == 4294967013LL);
  assert((long long)(a - b) == 4294966987LL);
  assert((long long)(a * b) == 4294963448LL);
  assert((long long)(a / b) == 330382076);
  assert((long long)(a % b) == 12);
  assert((long long)(a & b) == 8);
  assert((long long)(a | b) == 4294967005LL);
  assert((long long)(a ^ b) == 4294966997LL);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 4294957824LL);
  assert((long long)(a >> (b & 7)) != 134217718);
  return 0;
}
