// ops schar-uint: the assertions hold: false
#include <assert.h>
int main(void) {
  signed char a = -100;
  unsigned b = 77;
  assert((long long)(a + b) == 4294967273LL);
  assert((long long)(a - b) == 4294967119LL);
  assert((long long)(a * b) == 4294959596LL);
  assert((long long)(a / b) == 55778794);
  assert((long long)(a % b) == 58);
  assert((long long)(a & b) == 12);
  assert((long long)(a | b) == 4294967261LL);
  assert((long long)(a ^ b) == 4294967249LL);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == -3200);
  assert((long long)(a >> (b & 7)) != -4);
  return 0;
}
