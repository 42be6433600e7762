// conv mixed-long: the assertions hold: false
#include <assert.h>
int main(void) {
  long a = -5;
  unsigned int b = 3;
  unsigned long c = 3;
  assert((long long)(a < b) == 1);
  assert((long long)(a < c) == 0);
  assert((long long)(a / b) == -1);
  assert((long long)(a % (long)c) != -2);
  return 0;
}
