// conv from-bool: the assertions hold: false
#include <assert.h>
int main(void) {
  _Bool a = 1;
  _Bool to_bool = a;
  assert((long long)(to_bool) == 1);
  assert((long long)((_Bool)(a + 1)) == 1);
  signed char to_schar = a;
  assert((long long)(to_schar) == 1);
  assert((long long)((signed char)(a + 1)) == 2);
  unsigned char to_uchar = a;
  assert((long long)(to_uchar) == 1);
  assert((long long)((unsigned char)(a + 1)) == 2);
  short to_short = a;
  assert((long long)(to_short) == 1);
  assert((long long)((short)(a + 1)) == 2);
  unsigned short to_ushort = a;
  assert((long long)(to_ushort) == 1);
  assert((long long)((unsigned short)(a + 1)) == 2);
  int to_int = a;
  assert((long long)(to_int) == 1);
  assert((long long)((int)(a + 1)) == 2);
  unsigned to_uint = a;
  assert((long long)(to_uint) == 1);
  assert((long long)((unsigned)(a + 1)) == 2);
  long to_long = a;
  assert((long long)(to_long) == 1);
  assert((long long)((long)(a + 1)) == 2);
  unsigned long to_ulong = a;
  assert((long long)(to_ulong) == 1);
  assert((long long)((unsigned long)(a + 1)) != 2);
  return 0;
}
