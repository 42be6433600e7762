// variable arguments are those of the call
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
  if (!(sum(3, 1, 2, 3) == 6 && sum(0) == 0)) reach_error();
  if (sum(2, 4, 5) == 9) reach_error();
  return 0;
}
