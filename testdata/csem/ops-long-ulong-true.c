// ops long-ulong: the assertions hold: true
#include <assert.h>
int main(void) {
  long a = -9000000000000000000L;
  unsigned long b = 3;
  assert((long long)(a + b) == -8999999999999999997LL);
  assert((long long)(a - b) == -9000000000000000003LL);
  assert((long long)(a * b) == -8553255926290448384LL);
  assert((long long)(a / b) == 3148914691236517205LL);
  assert((long long)(a % b) == 1);
  assert((long long)(a & b) == 0);
  assert((long long)(a | b) == -8999999999999999997LL);
  assert((long long)(a ^ b) == -8999999999999999997LL);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 1786976294838206464LL);
  assert((long long)(a >> (b & 7)) == -1125000000000000000LL);
  return 0;
}
