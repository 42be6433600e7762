// float constants: the assertions hold: true
#include <assert.h>
int main(void) {
  int a = 2.9;
  int b = -2.9;
  int c = 1.5 + 1.5;
  assert((long long)(a) == 2);
  assert((long long)(b) == -2);
  assert((long long)(c) == 3);
  assert((long long)(0.1 + 0.2 == 0.3) == 0);
  assert((long long)(0.5f + 0.25f == 0.75) == 1);
  assert((long long)((int)(10.0 / 4.0 * 2.0)) == 5);
  assert((long long)(1e3 > 999.0) == 1);
  return 0;
}
