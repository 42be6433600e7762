// ops schar-ushort: the assertions hold: false
#include <assert.h>
int main(void) {
  signed char a = -100;
  unsigned short b = 9;
  assert((long long)(a + b) == -91);
  assert((long long)(a - b) == -109);
  assert((long long)(a * b) == -900);
  assert((long long)(a / b) == -11);
  assert((long long)(a % b) == -1);
  assert((long long)(a & b) == 8);
  assert((long long)(a | b) == -99);
  assert((long long)(a ^ b) == -107);
  assert((long long)(a < b) == 1);
  assert((long long)(a <= b) == 1);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == -200);
  assert((long long)(a >> (b & 7)) != -50);
  return 0;
}
