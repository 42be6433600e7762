// struct assign-in-expression: the assertions hold: false
#include <assert.h>
struct s { int a, b; };
int main(void) {
  struct s x = {1, 2}, y, z;
  z = y = x;
  assert((long long)(z.b) == 2);
  assert((long long)((y = z).a) != 1);
  return 0;
}
