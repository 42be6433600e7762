// atoi is any number
// expect: over-approximated, atoi
extern void reach_error(void);

#include <stdlib.h>

int main(void) {
  if (atoi("42") != 42) reach_error();
  return 0;
}
