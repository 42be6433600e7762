// ops schar-schar: the assertions hold: false
#include <assert.h>
int main(void) {
  signed char a = -100;
  signed char b = 7;
  assert((long long)(a + b) == -93);
  assert((long long)(a - b) == -107);
  assert((long long)(a * b) == -700);
  assert((long long)(a / b) == -14);
  assert((long long)(a % b) == -2);
  assert((long long)(a & b) == 4);
  assert((long long)(a | b) == -97);
  assert((long long)(a ^ b) == -101);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == -12800);
  assert((long long)(a >> (b & 7)) != -1);
  return 0;
}
