// variable arguments of several types
// expect: TRUE
extern void reach_error(void);

#include <stdarg.h>

static int look(const char *kinds, ...) {
  va_list ap;
  int ok = 0;
  va_start(ap, kinds);
  for (; *kinds; kinds++)
    switch (*kinds) {
    case 'a': ok = va_arg(ap, int) == 1; break;
    case 'b': ok = ok && va_arg(ap, double) == 2.5; break;
    case 'c': ok = ok && va_arg(ap, const char *)[1] == 'y'; break;
    case 'l': { long v = va_arg(ap, long); ok = v < 0 ? ok : v; }
    }
  va_end(ap);
  return ok;
}

int main(void) {
  if (!(look("abcl", 1, 2.5, "xyz", -1L) == 1)) reach_error();
  return 0;
}
