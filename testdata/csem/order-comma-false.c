// order comma: the assertions hold: false
#include <assert.h>
int main(void) {
  int a = 1, b;
  b = (a++, a + 1);
  assert((long long)(b) == 3);
  assert((long long)(a) == 2);
  assert((long long)((a = 5, a * 2)) != 10);
  return 0;
}
