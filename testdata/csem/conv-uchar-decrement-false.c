// conv uchar-decrement: the assertions hold: false
#include <assert.h>
int main(void) {
  unsigned char i = 0;
  i--;
  assert((long long)(i) == 255);
  assert((long long)(i-- == 255) == 1);
  assert((long long)(i) != 254);
  return 0;
}
