// misc struct-array-param: the assertions hold: false
#include <assert.h>
struct s { int v[3]; };
int sum(struct s *s, int n) { int t = 0; for (int i = 0; i < n; i++) for (int j = 0; j < 3; j++) t += s[i].v[j]; return t; }
int main(void) {
  struct s a[2] = {{{1, 2, 3}}, {{4, 5, 6}}};
  assert((long long)(sum(a, 2)) == 21);
  assert((long long)(sum(&a[1], 1)) != 15);
  return 0;
}
