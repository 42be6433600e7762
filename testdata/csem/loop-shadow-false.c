// loop shadow: the assertions hold: false
#include <assert.h>
int main(void) {
  int i = 100, s = 0;
  for (int i = 0; i < 3; i++) {
    int s = 5;
    s += i;
  }
  assert((long long)(i) == 100);
  assert((long long)(s) != 0);
  return 0;
}
