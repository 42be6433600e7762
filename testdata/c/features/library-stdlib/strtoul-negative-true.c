// strtoul negates a number after a minus sign
// expect: TRUE
extern void reach_error(void);

#include <stdlib.h>
#include <limits.h>

int main(void) {
  if (!(strtoul("-1", 0, 10) == ULONG_MAX)) reach_error();
  return 0;
}
