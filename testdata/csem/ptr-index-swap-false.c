// ptr index-swap: the assertions hold: false
#include <assert.h>
int main(void) {
  int a[4] = {1, 2, 3, 4};
  assert((long long)(2[a]) == 3);
  assert((long long)(*(a + 3)) == 4);
  assert((long long)((a + 1)[1]) == 3);
  assert((long long)(*&a[1]) != 2);
  return 0;
}
