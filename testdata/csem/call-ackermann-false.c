// call ackermann: the assertions hold: false
#include <assert.h>
int a(int m, int n) { if (m == 0) return n + 1; if (n == 0) return a(m - 1, 1); return a(m - 1, a(m, n - 1)); }
int main(void) {
  assert((long long)(a(2, 3)) != 9);
  return 0;
}
