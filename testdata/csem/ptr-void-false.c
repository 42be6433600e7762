// ptr void: the assertions hold: false
#include <assert.h>
int main(void) {
  int x = 7;
  void *v = &x;
  int *p = v;
  assert((long long)(*p) == 7);
  assert((long long)(*(int *)v) == 7);
  assert((long long)(v == p) != 1);
  return 0;
}
