// ptr function-in-struct: the assertions hold: true
#include <assert.h>
struct ops { int (*f)(int); int k; };
int neg(int x) { return -x; }
int main(void) {
  struct ops o = {neg, 4};
  struct ops *p = &o;
  assert((long long)(p->f(p->k)) == -4);
  assert((long long)(o.f(1)) == -1);
  return 0;
}
