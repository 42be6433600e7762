// conv unsigned-char-promotes: the assertions hold: true
#include <assert.h>
int main(void) {
  unsigned char a = 255, b = 255;
  unsigned char c = a + b;
  assert((long long)(a + b) == 510);
  assert((long long)(c) == 254);
  assert((long long)((a + b) / 2) == 255);
  assert((long long)(a - b - 1 < 0) == 1);
  return 0;
}
