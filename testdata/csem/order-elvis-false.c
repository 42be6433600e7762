// order elvis: the assertions hold: false
#include <assert.h>
int main(void) {
  int a = 7, b = 0;
  assert((long long)(a ?: 3) == 7);
  assert((long long)(b ?: 3) != 3);
  return 0;
}
