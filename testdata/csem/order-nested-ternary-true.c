// order nested-ternary: the assertions hold: true
#include <assert.h>
int sign(int x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }
int main(void) {
  assert((long long)(sign(5)) == 1);
  assert((long long)(sign(-5)) == -1);
  assert((long long)(sign(0)) == 0);
  return 0;
}
