// ops int-ulong: the assertions hold: true
#include <assert.h>
int main(void) {
  int a = -2147483000;
  unsigned long b = 3;
  assert((long long)(a + b) == -2147482997);
  assert((long long)(a - b) == -2147483003);
  assert((long long)(a * b) == -6442449000LL);
  assert((long long)(a / b) == 6148914690520689538LL);
  assert((long long)(a % b) == 2);
  assert((long long)(a & b) == 0);
  assert((long long)(a | b) == -2147482997);
  assert((long long)(a ^ b) == -2147482997);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 5184);
  assert((long long)(a >> (b & 7)) == -268435375);
  return 0;
}
