// type generic: the assertions hold: false
#include <assert.h>
int main(void) {
  int x = 1;
  assert((long long)(_Generic(x, int: 1, long: 2, default: 3)) == 1);
  assert((long long)(_Generic((long)x, int: 1, long: 2, default: 3)) == 2);
  assert((long long)(_Generic((char)1, int: 1, default: 3)) != 3);
  return 0;
}
