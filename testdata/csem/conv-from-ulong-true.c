// conv from-ulong: the assertions hold: true
#include <assert.h>
int main(void) {
  unsigned long a = 18000000000000000000UL;
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
  assert((long long)(to_int) == -989331456);
  assert((long long)((int)(a + 1)) == -989331455);
  unsigned to_uint = a;
  assert((long long)(to_uint) == 3305635840LL);
  assert((long long)((unsigned)(a + 1)) == 3305635841LL);
  long to_long = a;
  assert((long long)(to_long) == -446744073709551616LL);
  assert((long long)((long)(a + 1)) == -446744073709551615LL);
  unsigned long to_ulong = a;
  assert((long long)(to_ulong) == -446744073709551616LL);
  assert((long long)((unsigned long)(a + 1)) == -446744073709551615LL);
  return 0;
}
