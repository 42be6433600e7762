// arith unsigned-div: the assertions hold: false
#include <assert.h>
int main(void) {
  unsigned a = -7;
  assert((long long)(a / 2) == 2147483644);
  assert((long long)(a % 10) == 9);
  assert((long long)(a / 4294967290u) != 0);
  return 0;
}
