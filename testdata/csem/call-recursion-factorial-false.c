// call recursion-factorial: the assertions hold: false
#include <assert.h>
int f(int n) { return n <= 1 ? 1 : n * f(n - 1); }
int main(void) {
  assert((long long)(f(5)) == 120);
  assert((long long)(f(13)) != 1932053504);
  return 0;
}
