// conv double-cast: the assertions hold: true
#include <assert.h>
int main(void) {
  int x = -1;
  assert((long long)((unsigned char)(signed char)x) == 255);
  assert((long long)((unsigned short)(unsigned char)x) == 255);
  assert((long long)((long)(unsigned)x) == 4294967295LL);
  assert((long long)((unsigned long)x == 0xffffffffffffffffUL) == 1);
  return 0;
}
