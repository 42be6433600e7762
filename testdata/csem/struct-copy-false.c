// struct copy: the assertions hold: false
#include <assert.h>
struct s { int a; char b[4]; };
int main(void) {
  struct s x = {1, {1, 2, 3, 4}}, y;
  y = x;
  x.b[2] = 9;
  assert((long long)(y.b[2]) == 3);
  assert((long long)(x.b[2]) == 9);
  assert((long long)(y.a) != 1);
  return 0;
}
