// init designated-array: the assertions hold: true
#include <assert.h>
int main(void) {
  int a[6] = {[2] = 5, 6, [0] = 1};
  assert((long long)(a[0]) == 1);
  assert((long long)(a[1]) == 0);
  assert((long long)(a[2]) == 5);
  assert((long long)(a[3]) == 6);
  assert((long long)(a[5]) == 0);
  return 0;
}
