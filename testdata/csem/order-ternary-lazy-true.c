// order ternary-lazy: the assertions hold: true
#include <assert.h>
int c;
int t(void) { c++; return c; }
int main(void) {
  int x = 1;
  int r = x ? 3 : t();
  r += !x ? t() : 4;
  assert((long long)(r) == 7);
  assert((long long)(c) == 0);
  return 0;
}
