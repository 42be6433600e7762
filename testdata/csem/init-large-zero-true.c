// init large-zero: the assertions hold: true
#include <assert.h>
int main(void) {
  static int a[1000] = {3};
  int s = 0;
  for (int i = 0; i < 1000; i++)
    s += a[i];
  assert((long long)(s) == 3);
  assert((long long)(a[999]) == 0);
  return 0;
}
