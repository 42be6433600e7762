// conv unsigned-short-product: the assertions hold: true
#include <assert.h>
int main(void) {
  unsigned short a = 60000, b = 30000;
  assert((long long)(a * b) == 1800000000);
  assert((long long)((unsigned)a * b) == 1800000000);
  return 0;
}
