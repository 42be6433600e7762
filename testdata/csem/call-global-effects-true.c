// call global-effects: the assertions hold: true
#include <assert.h>
int g = 1;
int next(void) { return g *= 3; }
int main(void) {
  int a = next();
  int b = next();
  assert((long long)(a) == 3);
  assert((long long)(b) == 9);
  assert((long long)(g) == 9);
  return 0;
}
