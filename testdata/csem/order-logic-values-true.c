// order logic-values: the assertions hold: true
#include <assert.h>
int main(void) {
  int a = 5, b = 0;
  assert((long long)(a && 7) == 1);
  assert((long long)(a || b) == 1);
  assert((long long)(!!a) == 1);
  assert((long long)((a && b) + (a || b)) == 1);
  assert((long long)(a == 5 && b == 0 || a / 1) == 1);
  return 0;
}
