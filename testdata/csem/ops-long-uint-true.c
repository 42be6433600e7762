// ops long-uint: the assertions hold: true
#include <assert.h>
int main(void) {
  long a = -9000000000000000000L;
  unsigned b = 77;
  assert((long long)(a + b) == -8999999999999999923LL);
  assert((long long)(a - b) == -9000000000000000077LL);
  assert((long long)(a * b) == 7976274800962961408LL);
  assert((long long)(a / b) == -116883116883116883LL);
  assert((long long)(a % b) == -9);
  assert((long long)(a & b) == 0);
  assert((long long)(a | b) == -8999999999999999923LL);
  assert((long long)(a ^ b) == -8999999999999999923LL);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 7147905179352825856LL);
  assert((long long)(a >> (b & 7)) == -281250000000000000LL);
  return 0;
}
