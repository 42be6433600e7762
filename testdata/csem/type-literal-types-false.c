// type literal-types: the assertions hold: false
#include <assert.h>
int main(void) {
  assert((long long)(sizeof(2147483647)) == 4);
  assert((long long)(sizeof(2147483648)) == 8);
  assert((long long)(sizeof(0xffffffff)) == 4);
  assert((long long)(0xffffffff > 0) == 1);
  assert((long long)(-2147483648 < 0) == 1);
  assert((long long)(4294967295 > 0) != 1);
  return 0;
}
