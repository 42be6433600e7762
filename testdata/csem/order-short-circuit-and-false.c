// order short-circuit-and: the assertions hold: false
#include <assert.h>
int n;
int f(int x) { n++; return x; }
int main(void) {
  int r = f(0) && f(1);
  assert((long long)(r) == 0);
  assert((long long)(n) == 1);
  assert((long long)(f(1) && f(2)) == 1);
  assert((long long)(n) != 3);
  return 0;
}
