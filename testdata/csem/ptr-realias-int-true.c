// ptr realias-int: the assertions hold: true
#include <assert.h>
int main(void) {
  int a[2] = {1, 2};
  int *p = &a[0];
  int *q = &a[1];
  *p = *q + 1;
  *q = *p + 1;
  assert((long long)(a[0]) == 3);
  assert((long long)(a[1]) == 4);
  return 0;
}
