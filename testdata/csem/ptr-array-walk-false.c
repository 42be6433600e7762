// ptr array-walk: the assertions hold: false
#include <assert.h>
int main(void) {
  int a[5] = {1, 2, 3, 4, 5}, s = 0;
  for (int *p = a; p < a + 5; p++)
    s += *p;
  assert((long long)(s) != 15);
  return 0;
}
