// init compound-literal: the assertions hold: true
#include <assert.h>
struct p { int x, y; };
int sum(struct p p) { return p.x + p.y; }
int main(void) {
  int *a = (int[]){4, 5, 6};
  assert((long long)(a[2]) == 6);
  assert((long long)(sum((struct p){3, 4})) == 7);
  assert((long long)(((struct p){.y = 9}).y) == 9);
  return 0;
}
