// misc function-static-pointer: the assertions hold: false
#include <assert.h>
int *cell(void) { static int x = 1; return &x; }
int main(void) {
  *cell() += 4;
  assert((long long)(*cell()) != 5);
  return 0;
}
