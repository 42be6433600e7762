// order not-and: the assertions hold: true
#include <assert.h>
int main(void) {
  int x = 0, y = 0;
  if (!(x++ && y++))
    y += 10;
  assert((long long)(x) == 1);
  assert((long long)(y) == 10);
  return 0;
}
