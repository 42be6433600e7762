// union pun-int: the assertions hold: false
#include <assert.h>
union u { unsigned i; unsigned char c[4]; };
int main(void) {
  union u u;
  u.i = 0x01020304;
  assert((long long)(u.c[0]) == 4);
  assert((long long)(u.c[3]) == 1);
  u.c[1] = 0xff;
  assert((long long)(u.i) != 16973572);
  return 0;
}
