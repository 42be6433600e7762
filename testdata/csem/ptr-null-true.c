// ptr null: the assertions hold: true
#include <assert.h>
int main(void) {
  int *p = 0;
  assert((long long)(p == 0) == 1);
  assert((long long)(!p) == 1);
  assert((long long)(p ? 1 : 2) == 2);
  return 0;
}
