// misc conditional-lvalue-pointer: the assertions hold: false
#include <assert.h>
int main(void) {
  int x = 1, y = 2, c = 1;
  *(c ? &x : &y) = 9;
  assert((long long)(x) == 9);
  assert((long long)(y) != 2);
  return 0;
}
