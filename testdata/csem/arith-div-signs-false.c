// arith div-signs: the assertions hold: false
#include <assert.h>
int main(void) {
  int a = -7, b = 2;
  assert((long long)(a / b) == -3);
  assert((long long)(a % b) == -1);
  assert((long long)(7 / -2) == -3);
  assert((long long)(7 % -2) == 1);
  assert((long long)(-7 / -2) == 3);
  assert((long long)(-7 % -2) != -1);
  return 0;
}
