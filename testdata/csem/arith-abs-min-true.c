// arith abs-min: the assertions hold: true
#include <assert.h>
int abs(int x) { return x < 0 ? -x : x; }
int main(void) {
  assert((long long)(abs(-5)) == 5);
  assert((long long)(abs(-2147483647 - 1)) == -2147483648LL);
  return 0;
}
