// conv from-uchar: the assertions hold: true
#include <assert.h>
int main(void) {
  unsigned char a = 200;
  _Bool to_bool = a;
  assert((long long)(to_bool) == 1);
  assert((long long)((_Bool)(a + 1)) == 1);
  signed char to_schar = a;
  assert((long long)(to_schar) == -56);
  assert((long long)((signed char)(a + 1)) == -55);
  unsigned char to_uchar = a;
  assert((long long)(to_uchar) == 200);
  assert((long long)((unsigned char)(a + 1)) == 201);
  short to_short = a;
  assert((long long)(to_short) == 200);
  assert((long long)((short)(a + 1)) == 201);
  unsigned short to_ushort = a;
  assert((long long)(to_ushort) == 200);
  assert((long long)((unsigned short)(a + 1)) == 201);
  int to_int = a;
  assert((long long)(to_int) == 200);
  assert((long long)((int)(a + 1)) == 201);
  unsigned to_uint = a;
  assert((long long)(to_uint) == 200);
  assert((long long)((unsigned)(a + 1)) == 201);
  long to_long = a;
  assert((long long)(to_long) == 200);
  assert((long long)((long)(a + 1)) == 201);
  unsigned long to_ulong = a;
  assert((long long)(to_ulong) == 200);
  assert((long long)((unsigned long)(a + 1)) == 201);
  return 0;
}
