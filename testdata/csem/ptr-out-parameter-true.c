// ptr out-parameter: the assertions hold: true
#include <assert.h>
int divmod(int a, int b, int *r) { *r = a % b; return a / b; }
int main(void) {
  int r;
  int q = divmod(17, 5, &r);
  assert((long long)(q) == 3);
  assert((long long)(r) == 2);
  return 0;
}
