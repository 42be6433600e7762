// conv from-short: the assertions hold: true
#include <assert.h>
int main(void) {
  short a = -30000;
  _Bool to_bool = a;
  assert((long long)(to_bool) == 1);
  assert((long long)((_Bool)(a + 1)) == 1);
  signed char to_schar = a;
  assert((long long)(to_schar) == -48);
  assert((long long)((signed char)(a + 1)) == -47);
  unsigned char to_uchar = a;
  assert((long long)(to_uchar) == 208);
  assert((long long)((unsigned char)(a + 1)) == 209);
  short to_short = a;
  assert((long long)(to_short) == -30000);
  assert((long long)((short)(a + 1)) == -29999);
  unsigned short to_ushort = a;
  assert((long long)(to_ushort) == 35536);
  assert((long long)((unsigned short)(a + 1)) == 35537);
  int to_int = a;
  assert((long long)(to_int) == -30000);
  assert((long long)((int)(a + 1)) == -29999);
  unsigned to_uint = a;
  assert((long long)(to_uint) == 4294937296LL);
  assert((long long)((unsigned)(a + 1)) == 4294937297LL);
  long to_long = a;
  assert((long long)(to_long) == -30000);
  assert((long long)((long)(a + 1)) == -29999);
  unsigned long to_ulong = a;
  assert((long long)(to_ulong) == -30000);
  assert((long long)((unsigned long)(a + 1)) == -29999);
  return 0;
}
