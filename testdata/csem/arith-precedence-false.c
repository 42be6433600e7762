// arith precedence: the assertions hold: false
#include <assert.h>
int main(void) {
  int a = 2, b = 3, c = 4;
  assert((long long)(a + b * c) == 14);
  assert((long long)(a - b - c) == -5);
  assert((long long)(a << b + 1) == 32);
  assert((long long)(a & b == 3) == 0);
  assert((long long)(a | b ^ c & 7) == 7);
  assert((long long)(!a == b) == 0);
  assert((long long)(-a * -b) != 6);
  return 0;
}
