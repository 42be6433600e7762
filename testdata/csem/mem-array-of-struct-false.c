// mem array-of-struct: the assertions hold: false
#include <assert.h>
void *malloc(unsigned long);
struct s { int a; struct { int b; } in; };
int main(void) {
  struct s *p = malloc(3 * sizeof(struct s));
  for (int i = 0; i < 3; i++) {
    p[i].a = i;
    p[i].in.b = 10 * i;
  }
  assert((long long)(p[2].in.b + p[1].a) != 21);
  return 0;
}
