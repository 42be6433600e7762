// conv from-uint: the assertions hold: false
#include <assert.h>
int main(void) {
  unsigned a = 4294967000u;
  _Bool to_bool = a;
  assert((long long)(to_bool) == 1);
  assert((long long)((_Bool)(a + 1)) == 1);
  signed char to_schar = a;
  assert((long long)(to_schar) == -40);
  assert((long long)((signed char)(a + 1)) == -39);
  unsigned char to_uchar = a;
  assert((long long)(to_uchar) == 216);
  assert((long long)((unsigned char)(a + 1)) == 217);
  short to_short = a;
  assert((long long)(to_short) == -296);
  assert((long long)((short)(a + 1)) == -295);
  unsigned short to_ushort = a;
  assert((long long)(to_ushort) == 65240);
  assert((long long)((unsigned short)(a + 1)) == 65241);
  int to_int = a;
  assert((long long)(to_int) == -296);
  assert((long long)((int)(a + 1)) == -295);
  unsigned to_uint = a;
  assert((long long)(to_uint) == 4294967000LL);
  assert((long long)((unsigned)(a + 1)) == 4294967001LL);
  long to_long = a;
  assert((long long)(to_long) == 4294967000LL);
  assert((long long)((long)(a + 1)) == 4294967001LL);
  unsigned long to_ulong = a;
  assert((long long)(to_ulong) == 4294967000LL);
  assert((long long)((unsigned long)(a + 1)) != 4294967001LL);
  return 0;
}
