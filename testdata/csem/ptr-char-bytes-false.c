// ptr char-bytes: the assertions hold: false
#include <assert.h>
int main(void) {
  int x = 0x11223344;
  unsigned char *p = (unsigned char *)&x;
  assert((long long)(p[0]) == 68);
  assert((long long)(p[3]) == 17);
  p[0] = 0;
  assert((long long)(x) != 287453952);
  return 0;
}
