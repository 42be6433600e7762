// strtoul negates a number after a minus sign
// expect: FALSE
extern void reach_error(void);

#include <stdlib.h>
#include <limits.h>

int main(void) {
  if (!(strtoul("-1", 0, 10) == ULONG_MAX)) reach_error();
  if (strtoul("-2", 0, 10) == ULONG_MAX - 1) reach_error();
  return 0;
}
