// ptr to-struct-field: the assertions hold: true
#include <assert.h>
struct s { int a, b; };
int main(void) {
  struct s s = {1, 2};
  int *p = &s.b;
  *p = 9;
  assert((long long)(s.b) == 9);
  assert((long long)(s.a) == 1);
  return 0;
}
