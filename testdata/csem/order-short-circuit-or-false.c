// order short-circuit-or: the assertions hold: false
#include <assert.h>
int n;
int f(int x) { n += 10; return x; }
int main(void) {
  int r = f(0) || f(3) || f(1);
  assert((long long)(r) == 1);
  assert((long long)(n) != 20);
  return 0;
}
