// strtol says by errno that a number is too large
// expect: FALSE
extern void reach_error(void);

#include <errno.h>
#include <limits.h>
#include <stdlib.h>

int main(void) {
  errno = 0;
  long v = strtol("99999999999999999999", 0, 10);
  if (!(v == LONG_MAX && errno == ERANGE)) reach_error();
  if (v == LONG_MAX) reach_error();
  return 0;
}
