// union in-struct: the assertions hold: true
#include <assert.h>
struct s { int tag; union { int i; struct { short lo, hi; } h; } v; };
int main(void) {
  struct s s;
  s.tag = 1;
  s.v.i = 0x00020001;
  assert((long long)(s.v.h.lo) == 1);
  assert((long long)(s.v.h.hi) == 2);
  return 0;
}
