// arith long-wrap: the assertions hold: false
#include <assert.h>
int main(void) {
  long x = 9223372036854775807L;
  unsigned long u = 0;
  assert((long long)(x + 1 < 0) == 1);
  assert((long long)(u - 1 > 0) == 1);
  assert((long long)((u - 1) % 1000) != 615);
  return 0;
}
