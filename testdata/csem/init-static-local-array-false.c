// init static-local-array: the assertions hold: false
#include <assert.h>
int f(int i) { static int a[3] = {1, 2}; a[i]++; return a[i]; }
int main(void) {
  assert((long long)(f(0)) == 2);
  assert((long long)(f(2)) == 1);
  assert((long long)(f(0)) != 3);
  return 0;
}
