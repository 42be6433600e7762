// struct pointer-member: the assertions hold: false
#include <assert.h>
struct s { int a; struct s *next; };
int main(void) {
  struct s x = {1, 0}, y = {2, &x};
  y.next->a = 5;
  assert((long long)(x.a) == 5);
  assert((long long)(y.next->next == 0) != 1);
  return 0;
}
