// init range-designator: the assertions hold: true
#include <assert.h>
int main(void) {
  int a[8] = {[1 ... 4] = 7, 9};
  assert((long long)(a[0]) == 0);
  assert((long long)(a[4]) == 7);
  assert((long long)(a[5]) == 9);
  assert((long long)(a[6]) == 0);
  return 0;
}
