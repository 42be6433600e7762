// struct by-value: the assertions hold: false
#include <assert.h>
struct s { int a, b; };
int f(struct s s) { s.a += 10; return s.a + s.b; }
int main(void) {
  struct s s = {1, 2};
  int r = f(s);
  assert((long long)(r) == 13);
  assert((long long)(s.a) != 1);
  return 0;
}
