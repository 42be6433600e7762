// ops schar-ulong: the assertions hold: true
#include <assert.h>
int main(void) {
  signed char a = -100;
  unsigned long b = 3;
  assert((long long)(a + b) == -97);
  assert((long long)(a - b) == -103);
  assert((long long)(a * b) == -300);
  assert((long long)(a / b) == 6148914691236517172LL);
  assert((long long)(a % b) == 0);
  assert((long long)(a & b) == 0);
  assert((long long)(a | b) == -97);
  assert((long long)(a ^ b) == -97);
  assert((long long)(a < b) == 0);
  assert((long long)(a <= b) == 0);
  assert((long long)(a == b) == 0);
  assert((long long)(a != b) == 1);
  assert((long long)(a << (b & 7)) == -800);
  assert((long long)(a >> (b & 7)) == -13);
  return 0;
}
