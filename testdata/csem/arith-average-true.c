// arith average: the assertions hold: true
#include <assert.h>
int main(void) {
  unsigned a = 4294967295u, b = 4294967293u;
  assert((long long)((a + b) / 2) == 2147483646);
  assert((long long)((a & b) + ((a ^ b) >> 1)) == 4294967294LL);
  return 0;
}
