// order ternary-effects: the assertions hold: true
#include <assert.h>
int main(void) {
  int a = 0, b = 0;
  int r = (a == 0) ? (b = 7) : (a = 9);
  assert((long long)(r) == 7);
  assert((long long)(a) == 0);
  assert((long long)(b) == 7);
  return 0;
}
