// conv from-int: the assertions hold: false
#include <assert.h>
int main(void) {
  int a = -2147483000;
  _Bool to_bool = a;
  assert((long long)(to_bool) == 1);
  assert((long long)((_Bool)(a + 1)) == 1);
  signed char to_schar = a;
  assert((long long)(to_schar) == -120);
  assert((long long)((signed char)(a + 1)) == -119);
  unsigned char to_uchar = a;
  assert((long long)(to_uchar) == 136);
  assert((long long)((unsigned char)(a + 1)) == 137);
  short to_short = a;
  assert((long long)(to_short) == 648);
  assert((long long)((short)(a + 1)) == 649);
  unsigned short to_ushort = a;
  assert((long long)(to_ushort) == 648);
  assert((long long)((unsigned short)(a + 1)) == 649);
  int to_int = a;
  assert((long long)(to_int) == -2147483000);
  assert((long long)((int)(a + 1)) == -2147482999);
  unsigned to_uint = a;
  assert((long long)(to_uint) == 2147484296LL);
  assert((long long)((unsigned)(a + 1)) == 2147484297LL);
  long to_long = a;
  assert((long long)(to_long) == -2147483000);
  assert((long long)((long)(a + 1)) == -2147482999);
  unsigned long to_ulong = a;
  assert((long long)(to_ulong) == -2147483000);
  assert((long long)((unsigned long)(a + 1)) != -2147482999);
  return 0;
}
