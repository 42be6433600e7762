// loop unsigned-countdown: the assertions hold: false
#include <assert.h>
int main(void) {
  unsigned i;
  int n = 0;
  for (i = 3; i != ~0u; i--)
    n++;
  assert((long long)(n) != 4);
  return 0;
}
