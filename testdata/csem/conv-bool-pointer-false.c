// conv bool-pointer: the assertions hold: false
#include <assert.h>
int main(void) {
  int x = 0;
  int *p = &x;
  _Bool b = p;
  _Bool c = (int *)0;
  assert((long long)(b) == 1);
  assert((long long)(c) != 0);
  return 0;
}
