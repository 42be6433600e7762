// init partial-array: the assertions hold: false
#include <assert.h>
int main(void) {
  int a[5] = {1, 2};
  assert((long long)(a[1]) == 2);
  assert((long long)(a[2]) == 0);
  assert((long long)(a[4]) != 0);
  return 0;
}
