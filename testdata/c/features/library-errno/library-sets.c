// functions of the library that may fail may set errno
// expect: over-approximated, fopen may set errno
extern void reach_error(void);

#include <errno.h>
#include <stdio.h>

int main(void) {
  errno = 0;
  FILE *f = fopen("a file that is not there", "r");
  if (!f && errno == 0) reach_error();
  return 0;
}
