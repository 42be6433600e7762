// init two-dim: the assertions hold: false
#include <assert.h>
int main(void) {
  int m[2][3] = {{1, 2, 3}, {4, 5}};
  assert((long long)(m[0][2]) == 3);
  assert((long long)(m[1][1]) == 5);
  assert((long long)(m[1][2]) == 0);
  assert((long long)(sizeof m[0]) != 12);
  return 0;
}
