// ops ushort-long: the assertions hold: true
#include <assert.h>
int main(void) {
  unsigned short a = 65000;
  long b = 1234567890123L;
  assert((long long)(a + b) == 1234567955123LL);
  assert((long long)(a - b) == -1234567825123LL);
  assert((long long)(a * b) == 80246912857995000LL);
  assert((long long)(a / b) == 0);
  assert((long long)(a % b) == 65000);
  assert((long long)(a & b) == 1224);
  assert((long long)(a | b) == 1234567953899LL);
  assert((long long)(a ^ b) == 1234567952675LL);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 520000);
  assert((long long)(a >> (b & 7)) == 8125);
  return 0;
}
