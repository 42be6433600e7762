// ptr const-cast: the assertions hold: true
#include <assert.h>
int main(void) {
  const int x = 5;
  const int *p = &x;
  assert((long long)(*p) == 5);
  return 0;
}
