// conv shift-type: the assertions hold: true
#include <assert.h>
int main(void) {
  unsigned char c = 0x80;
  long l = 1;
  assert((long long)(c << 1) == 256);
  assert((long long)((unsigned char)(c << 1)) == 0);
  assert((long long)(l << 40) == 1099511627776LL);
  assert((long long)(1u << 31) == 2147483648LL);
  assert((long long)(1 << 31 < 0) == 1);
  return 0;
}
