// conv long-from-unsigned: the assertions hold: false
#include <assert.h>
int main(void) {
  unsigned u = 4000000000u;
  long l = u;
  int i = (int)u;
  assert((long long)(l) == 4000000000LL);
  assert((long long)(i) == -294967296);
  assert((long long)((long)i) == -294967296);
  assert((long long)(l == i) != 0);
  return 0;
}
