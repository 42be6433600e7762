// stores through a pointer in a struct that is a variable argument
// expect: over-approximated, anything may be changed through the pointer that is a variable argument
#include <stdarg.h>
extern void reach_error(void);
struct S { int k, *p; };

static void set(int v, ...) {
  va_list a;
  va_start(a, v);
  struct S s = va_arg(a, struct S);
  *s.p = v;
  va_end(a);
}

int main(void) {
  int n = 5;
  set(3, (struct S){1, &n});
  if (n != 3) reach_error();
  return 0;
}
