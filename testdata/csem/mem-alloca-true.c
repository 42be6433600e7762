// mem alloca: the assertions hold: true
#include <assert.h>
int main(void) {
  int *p = __builtin_alloca(2 * sizeof(int));
  p[0] = 1;
  p[1] = 2;
  assert((long long)(p[0] + p[1]) == 3);
  return 0;
}
