// arith rotate: the assertions hold: false
#include <assert.h>
unsigned rot(unsigned x, int n) { return x << n | x >> (32 - n); }
int main(void) {
  assert((long long)(rot(0x80000001u, 1)) == 3);
  assert((long long)(rot(0x12345678u, 8)) != 878082066);
  return 0;
}
