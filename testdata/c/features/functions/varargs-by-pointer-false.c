// a function with variable arguments is called through a pointer
// expect: FALSE
extern void reach_error(void);

#include <stdarg.h>

static int sum(int n, ...) {
  va_list ap;
  va_start(ap, n);
  int s = 0;
  while (n-- > 0) s += va_arg(ap, int);
  va_end(ap);
  return s;
}

int main(void) {
  int (*f)(int, ...) = sum;
  if (!(f(2, 3, 4) == 7)) reach_error();
  if (f(1, 8) == 8) reach_error();
  return 0;
}
