// conv compound-narrow: the assertions hold: true
#include <assert.h>
int main(void) {
  char c = 100;
  c += 100;
  unsigned char d = 10;
  d -= 20;
  short s = 1;
  s <<= 15;
  assert((long long)(c) == -56);
  assert((long long)(d) == 246);
  assert((long long)(s) == -32768);
  return 0;
}
