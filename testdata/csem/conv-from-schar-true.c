// conv from-schar: the assertions hold: true
#include <assert.h>
int main(void) {
  signed char a = -100;
  _Bool to_bool = a;
  assert((long long)(to_bool) == 1);
  assert((long long)((_Bool)(a + 1)) == 1);
  signed char to_schar = a;
  assert((long long)(to_schar) == -100);
  assert((long long)((signed char)(a + 1)) == -99);
  unsigned char to_uchar = a;
  assert((long long)(to_uchar) == 156);
  assert((long long)((unsigned char)(a + 1)) == 157);
  short to_short = a;
  assert((long long)(to_short) == -100);
  assert((long long)((short)(a + 1)) == -99);
  unsigned short to_ushort = a;
  assert((long long)(to_ushort) == 65436);
  assert((long long)((unsigned short)(a + 1)) == 65437);
  int to_int = a;
  assert((long long)(to_int) == -100);
  assert((long long)((int)(a + 1)) == -99);
  unsigned to_uint = a;
  assert((long long)(to_uint) == 4294967196LL);
  assert((long long)((unsigned)(a + 1)) == 4294967197LL);
  long to_long = a;
  assert((long long)(to_long) == -100);
  assert((long long)((long)(a + 1)) == -99);
  unsigned long to_ulong = a;
  assert((long long)(to_ulong) == -100);
  assert((long long)((unsigned long)(a + 1)) == -99);
  return 0;
}
