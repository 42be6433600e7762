// loop sqrt: the assertions hold: false
#include <assert.h>
int main(void) {
  int n = 1000, r = 0;
  while ((r + 1) * (r + 1) <= n)
    r++;
  assert((long long)(r) != 31);
  return 0;
}
