// arith wrap-mul: the assertions hold: true
#include <assert.h>
int main(void) {
  int x = 65536;
  unsigned u = 65536;
  assert((long long)(x * x) == 0);
  assert((long long)(u * u) == 0);
  assert((long long)((long)x * x) == 4294967296LL);
  assert((long long)(x * 65535) == -65536);
  return 0;
}
