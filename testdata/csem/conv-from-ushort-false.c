// conv from-ushort: the assertions hold: false
#include <assert.h>
int main(void) {
  unsigned short a = 65000;
  _Bool to_bool = a;
  assert((long long)(to_bool) == 1);
  assert((long long)((_Bool)(a + 1)) == 1);
  signed char to_schar = a;
  assert((long long)(to_schar) == -24);
  assert((long long)((signed char)(a + 1)) == -23);
  unsigned char to_uchar = a;
  assert((long long)(to_uchar) == 232);
  assert((long long)((unsigned char)(a + 1)) == 233);
  short to_short = a;
  assert((long long)(to_short) == -536);
  assert((long long)((short)(a + 1)) == -535);
  unsigned short to_ushort = a;
  assert((long long)(to_ushort) == 65000);
  assert((long long)((unsigned short)(a + 1)) == 65001);
  int to_int = a;
  assert((long long)(to_int) == 65000);
  assert((long long)((int)(a + 1)) == 65001);
  unsigned to_uint = a;
  assert((long long)(to_uint) == 65000);
  assert((long long)((unsigned)(a + 1)) == 65001);
  long to_long = a;
  assert((long long)(to_long) == 65000);
  assert((long long)((long)(a + 1)) == 65001);
  unsigned long to_ulong = a;
  assert((long long)(to_ulong) == 65000);
  assert((long long)((unsigned long)(a + 1)) != 65001);
  return 0;
}
