// ops long-short: the assertions hold: false
#include <assert.h>
int main(void) {
  long a = -9000000000000000000L;
  short b = 123;
  assert((long long)(a + b) == -8999999999999999877LL);
  assert((long long)(a - b) == -9000000000000000123LL);
  assert((long long)(a * b) == -195355577426903040LL);
  assert((long long)(a / b) == -73170731707317073LL);
  assert((long long)(a % b) == -21);
  assert((long long)(a & b) == 0);
  assert((long long)(a | b) == -8999999999999999877LL);
  assert((long long)(a ^ b) == -8999999999999999877LL);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 1786976294838206464LL);
  assert((long long)(a >> (b & 7)) != -1125000000000000000LL);
  return 0;
}
