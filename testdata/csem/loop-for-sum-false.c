// loop for-sum: the assertions hold: false
#include <assert.h>
int main(void) {
  int s = 0;
  for (int i = 1; i <= 10; i++)
    s += i;
  assert((long long)(s) != 55);
  return 0;
}
