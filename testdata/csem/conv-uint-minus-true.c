// conv uint-minus: the assertions hold: true
#include <assert.h>
int main(void) {
  unsigned a = 3, b = 5;
  long l = a - b;
  assert((long long)(l) == 4294967294LL);
  assert((long long)((int)(a - b)) == -2);
  assert((long long)(-a > 0) == 1);
  return 0;
}
