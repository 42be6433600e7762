// init struct-designated: the assertions hold: true
#include <assert.h>
struct s { int a, b, c; };
int main(void) {
  struct s s = {.c = 3, .a = 1};
  assert((long long)(s.a) == 1);
  assert((long long)(s.b) == 0);
  assert((long long)(s.c) == 3);
  return 0;
}
