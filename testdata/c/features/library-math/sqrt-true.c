// sqrt, fmod, fmin, copysign
// expect: TRUE
extern void reach_error(void);

#include <math.h>

int main(void) {
  double x = 2.25, y = 5.5;
  if (sqrt(x) != 1.5) reach_error();
  if (!(fmod(y, 2) == 1.5)) reach_error();
  if (!(fmin(x, y) == x && fmax(x, y) == y)) reach_error();
  if (!(copysign(x, -0.0) == -2.25)) reach_error();
  return 0;
}
