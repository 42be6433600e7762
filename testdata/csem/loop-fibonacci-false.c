// loop fibonacci: the assertions hold: false
#include <assert.h>
int main(void) {
  int a = 0, b = 1;
  for (int i = 0; i < 30; i++) {
    int t = a + b;
    a = b;
    b = t;
  }
  assert((long long)(a) != 832040);
  return 0;
}
