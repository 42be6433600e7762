// type alignof: the assertions hold: false
#include <assert.h>
struct s { char c; double d; };
int main(void) {
  assert((long long)(_Alignof(int)) == 4);
  assert((long long)(_Alignof(struct s)) != 8);
  return 0;
}
