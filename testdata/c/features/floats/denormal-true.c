// numbers below the smallest normal one
// expect: TRUE
// gcc: -msse2 -mfpmath=sse
extern void reach_error(void);

#include <float.h>

int main(void) {
  double d = DBL_MIN;
  if (!(d / 2 > 0)) reach_error();
  if (!(d / 2 * 2 == d)) reach_error();
  if (!(5e-324 / 2 == 0)) reach_error();
  float f = FLT_MIN;
  if (!(f / 4 != 0)) reach_error();
  return 0;
}
