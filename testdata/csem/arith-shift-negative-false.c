// arith shift-negative: the assertions hold: false
#include <assert.h>
int main(void) {
  int a = -8;
  long l = -1;
  assert((long long)(a >> 1) == -4);
  assert((long long)(a >> 31) == -1);
  assert((long long)((unsigned)a >> 28) == 15);
  assert((long long)(l >> 63) != -1);
  return 0;
}
