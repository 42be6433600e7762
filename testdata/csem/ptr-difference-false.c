// ptr difference: the assertions hold: false
#include <assert.h>
int main(void) {
  int a[10];
  int *p = &a[2], *q = &a[7];
  assert((long long)(q - p) == 5);
  assert((long long)(p - q) == -5);
  assert((long long)((char *)q - (char *)p) == 20);
  assert((long long)(p < q) != 1);
  return 0;
}
