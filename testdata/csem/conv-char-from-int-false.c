// conv char-from-int: the assertions hold: false
#include <assert.h>
int main(void) {
  signed char c = (signed char)200;
  unsigned char u = (unsigned char)-1;
  assert((long long)(c) == -56);
  assert((long long)(u) == 255);
  assert((long long)(c + u) != 199);
  return 0;
}
