// conv from-long: the assertions hold: false
#include <assert.h>
int main(void) {
  long a = -9000000000000000000L;
  _Bool to_bool = a;
  assert((long long)(to_bool) == 1);
  assert((long long)((_Bool)(a + 1)) == 1);
  signed char to_schar = a;
  assert((long long)(to_schar) == 0);
  assert((long long)((signed char)(a + 1)) == 1);
  unsigned char to_uchar = a;
  assert((long long)(to_uchar) == 0);
  assert((long long)((unsigned char)(a + 1)) == 1);
  short to_short = a;
  assert((long long)(to_short) == 0);
  assert((long long)((short)(a + 1)) == 1);
  unsigned short to_ushort = a;
  assert((long long)(to_ushort) == 0);
  assert((long long)((unsigned short)(a + 1)) == 1);
  int to_int = a;
  assert((long long)(to_int) == 494665728);
  assert((long long)((int)(a + 1)) == 494665729);
  unsigned to_uint = a;
  assert((long long)(to_uint) == 494665728);
  assert((long long)((unsigned)(a + 1)) == 494665729);
  long to_long = a;
  assert((long long)(to_long) == -9000000000000000000LL);
  assert((long long)((long)(a + 1)) == -8999999999999999999LL);
  unsigned long to_ulong = a;
  assert((long long)(to_ulong) == -9000000000000000000LL);
  assert((long long)((unsigned long)(a + 1)) != -8999999999999999999LL);
  return 0;
}
