// ops schar-short: the assertions hold: true
#include <assert.h>
int main(void) {
  signed char a = -100;
  short b = 123;
  assert((long long)(a + b) == 23);
  assert((long long)(a - b) == -223);
  assert((long long)(a * b) == -12300);
  assert((long long)(a / b) == 0);
  assert((long long)(a % b) == -100);
  assert((long long)(a & b) == 24);
  assert((long long)(a | b) == -1);
  assert((long long)(a ^ b) == -25);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == -800);
  assert((long long)(a >> (b & 7)) == -13);
  return 0;
}
