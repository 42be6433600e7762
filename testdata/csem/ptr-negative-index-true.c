// ptr negative-index: the assertions hold: true
#include <assert.h>
int main(void) {
  int a[4] = {1, 2, 3, 4};
  int *p = a + 3;
  assert((long long)(p[-2]) == 2);
  assert((long long)(*(p - 3)) == 1);
  return 0;
}
