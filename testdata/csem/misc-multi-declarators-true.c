// misc multi-declarators: the assertions hold: true
#include <assert.h>
int main(void) {
  int a = 1, *p = &a, b[2] = {2, *p + 2}, (*q)[2] = &b;
  assert((long long)((*q)[1]) == 3);
  assert((long long)(*p + b[0]) == 3);
  return 0;
}
