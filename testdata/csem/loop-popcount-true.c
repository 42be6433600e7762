// loop popcount: the assertions hold: true
#include <assert.h>
int main(void) {
  unsigned x = 0xf0f01234, n = 0;
  while (x) {
    x &= x - 1;
    n++;
  }
  assert((long long)(n) == 13);
  return 0;
}
