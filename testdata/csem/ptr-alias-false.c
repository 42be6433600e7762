// ptr alias: the assertions hold: false
#include <assert.h>
int main(void) {
  int x = 1;
  int *p = &x, *q = p;
  *p = 5;
  *q += 2;
  assert((long long)(x) == 7);
  assert((long long)(p == q) != 1);
  return 0;
}
