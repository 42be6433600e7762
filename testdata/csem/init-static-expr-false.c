// init static-expr: the assertions hold: false
#include <assert.h>
int a[4] = {1 + 2, sizeof(int) * 2, 'A', -5 / 2};
unsigned char u = -1;
int main(void) {
  assert((long long)(a[0]) == 3);
  assert((long long)(a[1]) == 8);
  assert((long long)(a[2]) == 65);
  assert((long long)(a[3]) == -2);
  assert((long long)(u) != 255);
  return 0;
}
