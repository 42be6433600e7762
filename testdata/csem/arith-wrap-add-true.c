// arith wrap-add: the assertions hold: true
#include <assert.h>
int main(void) {
  int x = 2147483647;
  x = x + 1;
  int y = -2147483647 - 1;
  assert((long long)(x) == -2147483648LL);
  assert((long long)(y - 1) == 2147483647);
  assert((long long)(-y) == -2147483648LL);
  assert((long long)(y * -1) == -2147483648LL);
  return 0;
}
