// a null pointer ends variable arguments
// expect: TRUE
extern void reach_error(void);

#include <stdarg.h>

static int count(const char *first, ...) {
  va_list ap;
  int n = 0;
  va_start(ap, first);
  for (const char *s = first; s; s = va_arg(ap, const char *)) n++;
  va_end(ap);
  return n;
}

int main(void) {
  if (!(count("a", "b", (char *)0) == 2)) reach_error();
  return 0;
}
