// struct return: the assertions hold: true
#include <assert.h>
struct s { int a, b; };
struct s f(int x) { struct s s; s.a = x; s.b = -x; return s; }
int main(void) {
  struct s s = f(4);
  assert((long long)(s.b) == -4);
  assert((long long)(f(7).a) == 7);
  return 0;
}
