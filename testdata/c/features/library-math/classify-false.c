// isnan, isinf, isfinite, signbit
// expect: FALSE
extern void reach_error(void);

#include <math.h>

int main(void) {
  double inf = INFINITY, nan = NAN;
  if (!(isinf(inf))) reach_error();
  if (!(isnan(nan) && !isnan(inf))) reach_error();
  if (!(!isfinite(inf) && isfinite(1.0))) reach_error();
  if (!(signbit(-0.0))) reach_error();
  if (fpclassify(1.0) == FP_NORMAL) reach_error();
  return 0;
}
