// drand48 is at least 0 and less than 1
// expect: TRUE
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  double x = drand48();
  if (x < 0 || x >= 1) reach_error();
  return 0;
}
