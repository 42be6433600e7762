// strtod yields any number
// expect: over-approximated, text that the library reads or writes
extern void reach_error(void);

#include <stdlib.h>

int main(void) {
  if (strtod("1.5", 0) != 1.5) reach_error();
  return 0;
}
