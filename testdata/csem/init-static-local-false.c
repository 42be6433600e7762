// init static-local: the assertions hold: false
#include <assert.h>
int f(void) { static int n = 5; n += 2; return n; }
int main(void) {
  int a = f();
  int b = f();
  assert((long long)(a) == 7);
  assert((long long)(b) != 9);
  return 0;
}
