// ptr to-pointer: the assertions hold: true
#include <assert.h>
int main(void) {
  int x = 1, y = 2;
  int *p = &x;
  int **pp = &p;
  **pp = 10;
  *pp = &y;
  *p = 20;
  assert((long long)(x) == 10);
  assert((long long)(y) == 20);
  return 0;
}
