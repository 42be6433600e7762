// NaN is unequal to itself
// expect: TRUE
extern void reach_error(void);

#include <math.h>

int main(void) {
  double zero = 0.0, nan = zero / zero;
  if (!(nan != nan)) reach_error();
  if (!(!(nan < 1) && !(nan >= 1))) reach_error();
  if (!(isnan(nan))) reach_error();
  return 0;
}
