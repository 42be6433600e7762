// ops schar-int: the assertions hold: false
#include <assert.h>
int main(void) {
  signed char a = -100;
  int b = -17;
  assert((long long)(a + b) == -117);
  assert((long long)(a - b) == -83);
  assert((long long)(a * b) == 1700);
  assert((long long)(a / b) == 5);
  assert((long long)(a % b) == -15);
  assert((long long)(a & b) == -116);
  assert((long long)(a | b) == -1);
  assert((long long)(a ^ b) == 115);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == -12800);
  assert((long long)(a >> (b & 7)) != -1);
  return 0;
}
