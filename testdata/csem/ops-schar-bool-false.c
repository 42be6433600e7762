// ops schar-bool: the assertions hold: false
#include <assert.h>
int main(void) {
  signed char a = -100;
  _Bool b = 1;
  assert((long long)(a + b) == -99);
  assert((long long)(a - b) == -101);
  assert((long long)(a * b) == -100);
  assert((long long)(a / b) == -100);
  assert((long long)(a % b) == 0);
  assert((long long)(a & b) == 0);
  assert((long long)(a | b) == -99);
  assert((long long)(a ^ b) == -99);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == -200);
  assert((long long)(a >> (b & 7)) != -50);
  return 0;
}
