// a va_list is passed on, and its end comes back
// expect: TRUE
// flags: --data-model LP64
extern void reach_error(void);

#include <stdarg.h>

static int one(va_list ap) { return va_arg(ap, int); }
static int two(int unused, ...) {
  va_list ap, again;
  va_start(ap, unused);
  va_copy(again, ap);
  int x = one(ap), y = one(ap);
  int z = one(again);
  va_end(again);
  va_end(ap);
  return x == z ? 10 * x + y : -1;
}

int main(void) {
  if (!(two(0, 5, 7) == 57)) reach_error();
  return 0;
}
