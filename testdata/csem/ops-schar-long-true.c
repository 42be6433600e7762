// ops schar-long: the assertions hold: true
#include <assert.h>
int main(void) {
  signed char a = -100;
  long b = 1234567890123L;
  assert((long long)(a + b) == 1234567890023LL);
  assert((long long)(a - b) == -1234567890223LL);
  assert((long long)(a * b) == -123456789012300LL);
  assert((long long)(a / b) == 0);
  assert((long long)(a % b) == -100);
  assert((long long)(a & b) == 1234567890056LL);
  assert((long long)(a | b) == -33);
  assert((long long)(a ^ b) == -1234567890089LL);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == -800);
  assert((long long)(a >> (b & 7)) == -13);
  return 0;
}
