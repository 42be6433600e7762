// misc xor-swap: the assertions hold: false
#include <assert.h>
int main(void) {
  int a = 5, b = -9;
  a ^= b;
  b ^= a;
  a ^= b;
  assert((long long)(a) == -9);
  assert((long long)(b) != 5);
  return 0;
}
