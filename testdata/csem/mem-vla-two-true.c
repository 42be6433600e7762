// mem vla-two: the assertions hold: true
#include <assert.h>
int f(int n) { int a[n], s = 0; for (int i = 0; i < n; i++) a[i] = i; for (int i = 0; i < n; i++) s += a[i]; return s; }
int main(void) {
  assert((long long)(f(3)) == 3);
  assert((long long)(f(6)) == 15);
  return 0;
}
