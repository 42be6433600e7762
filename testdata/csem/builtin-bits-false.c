// builtin bits: the assertions hold: false
#include <assert.h>
int main(void) {
  assert((long long)(__builtin_popcount(0xf0f0u)) == 8);
  assert((long long)(__builtin_ctz(8u)) == 3);
  assert((long long)(__builtin_clz(1u)) == 31);
  assert((long long)(__builtin_ffs(0)) == 0);
  assert((long long)(__builtin_ffs(16)) == 5);
  assert((long long)(__builtin_bswap32(0x01020304u)) == 67305985);
  assert((long long)(__builtin_parity(7u)) != 1);
  return 0;
}
