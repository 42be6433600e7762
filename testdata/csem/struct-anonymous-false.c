// struct anonymous: the assertions hold: false
#include <assert.h>
struct s { int a; struct { int b, c; }; union { int d; int e; }; };
int main(void) {
  struct s s = {1, {2, 3}, {4}};
  assert((long long)(s.b) == 2);
  assert((long long)(s.c) == 3);
  assert((long long)(s.e) != 4);
  return 0;
}
