// ops int-uchar: the assertions hold: false
#include <assert.h>
int main(void) {
  int a = -2147483000;
  unsigned char b = 13;
  assert((long long)(a + b) == -2147482987);
  assert((long long)(a - b) == -2147483013);
  assert((long long)(a * b) == -2147475224);
  assert((long long)(a / b) == -165191000);
  assert((long long)(a % b) == 0);
  assert((long long)(a & b) == 8);
  assert((long long)(a | b) == -2147482995);
  assert((long long)(a ^ b) == -2147483003);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == 20736);
  assert((long long)(a >> (b & 7)) != -67108844);
  return 0;
}
