// arith bits: the assertions hold: false
#include <assert.h>
int main(void) {
  unsigned x = 0xdeadbeef;
  assert((long long)(x & 0xff) == 239);
  assert((long long)((x >> 16) ^ x) == 3735904322LL);
  assert((long long)(~x) == 559038736);
  assert((long long)(x | 0x10101010) == 3736977151LL);
  assert((long long)(~0) == -1);
  assert((long long)(~0u >> 4) != 268435455);
  return 0;
}
