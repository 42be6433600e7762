// struct nested-copy: the assertions hold: true
#include <assert.h>
struct i { int v[2]; };
struct o { struct i i; int k; };
int main(void) {
  struct o a = {{{1, 2}}, 3}, b;
  struct i i = {{7, 8}};
  b = a;
  b.i = i;
  assert((long long)(a.i.v[1]) == 2);
  assert((long long)(b.i.v[1]) == 8);
  assert((long long)(b.k) == 3);
  return 0;
}
