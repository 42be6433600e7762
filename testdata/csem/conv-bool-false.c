// conv bool: the assertions hold: false
#include <assert.h>
int main(void) {
  _Bool b = 256;
  _Bool c = 0.5;
  _Bool d = (char)256;
  b += 5;
  assert((long long)(b) == 1);
  assert((long long)(c) == 1);
  assert((long long)(d) == 0);
  assert((long long)(!b) != 0);
  return 0;
}
