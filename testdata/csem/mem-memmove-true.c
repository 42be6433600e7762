// mem memmove: the assertions hold: true
#include <assert.h>
void *memmove(void *, const void *, unsigned long);
int main(void) {
  int a[5] = {1, 2, 3, 4, 5};
  memmove(a + 1, a, 4 * sizeof(int));
  assert((long long)(a[1]) == 1);
  assert((long long)(a[4]) == 4);
  return 0;
}
