// drand48 is at least 0 and less than 1
// expect: FALSE
// flags: --replay=off
// run: no, its first number is less than a half
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  double x = drand48();
  if (x > 0.5) reach_error();
  return 0;
}
