// builtin abs: the assertions hold: false
#include <assert.h>
int abs(int);
long labs(long);
int main(void) {
  assert((long long)(abs(-5)) == 5);
  assert((long long)(labs(-6L)) == 6);
  assert((long long)(abs(7)) != 7);
  return 0;
}
