// struct array-element-copy: the assertions hold: false
#include <assert.h>
struct s { int a, b; };
int main(void) {
  struct s v[3] = {{1, 2}, {3, 4}, {5, 6}};
  v[0] = v[2];
  v[2].a = 0;
  assert((long long)(v[0].a) == 5);
  assert((long long)(v[0].b) == 6);
  assert((long long)(v[2].b) != 6);
  return 0;
}
