// ops long-int: the assertions hold: true
#include <assert.h>
int main(void) {
  long a = -9000000000000000000L;
  int b = -17;
  assert((long long)(a + b) == -9000000000000000017LL);
  assert((long long)(a - b) == -8999999999999999983LL);
  assert((long long)(a * b) == 5426047410323587072LL);
  assert((long long)(a / b) == 529411764705882352LL);
  assert((long long)(a % b) == -16);
  assert((long long)(a & b) == -9000000000000000000LL);
  assert((long long)(a | b) == -17);
  assert((long long)(a ^ b) == 8999999999999999983LL);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == -8301867430007799808LL);
  assert((long long)(a >> (b & 7)) == -70312500000000000LL);
  return 0;
}
