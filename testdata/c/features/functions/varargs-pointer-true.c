// stores through a pointer that is a variable argument
// expect: TRUE
extern void reach_error(void);

#include <stdarg.h>

static void set(int v, ...) {
  va_list a;
  va_start(a, v);
  *va_arg(a, int *) = v;
  va_end(a);
}

int main(void) {
  int n = 5;
  set(3, &n);
  if (!(n == 3)) reach_error();
  return 0;
}
