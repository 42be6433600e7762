// atoi reads a decimal number
// expect: TRUE
extern void reach_error(void);

#include <stdlib.h>

int main(void) {
  if (!(atoi("  -42abc") == -42)) reach_error();
  return 0;
}
