// ptr post-increment: the assertions hold: false
#include <assert.h>
int main(void) {
  int a[4] = {1, 2, 3, 4};
  int *p = a;
  int x = *p++;
  int y = *++p;
  int z = (*p)++;
  assert((long long)(x) == 1);
  assert((long long)(y) == 3);
  assert((long long)(z) == 3);
  assert((long long)(a[2]) == 4);
  assert((long long)(p - a) != 2);
  return 0;
}
