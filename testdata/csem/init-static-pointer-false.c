// init static-pointer: the assertions hold: false
#include <assert.h>
int x = 5;
int *p = &x;
int a[3] = {1, 2, 3};
int *q = &a[1];
int *r = a + 2;
int main(void) {
  assert((long long)(*p) == 5);
  assert((long long)(*q) == 2);
  assert((long long)(*r) == 3);
  assert((long long)(q[-1]) != 1);
  return 0;
}
