// rand is not negative
// expect: TRUE
extern void reach_error(void);

#include <stdlib.h>

int main(void) {
  int r = rand();
  if (r < 0) reach_error();
  return 0;
}
