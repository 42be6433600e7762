// x + 0, x / 1, 0 - x and y + x are exact for all inputs
// expect: FALSE
// inputs: 3 5
#include <fenv.h>
#include <math.h>
double __VERIFIER_nondet_double(void);
float __VERIFIER_nondet_float(void);
extern void reach_error(void);
int main(void) {
  double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
  if (isnan(x) || isnan(y) || isinf(x) || isinf(y)) return 0;
  if (!(x + 0 == x && x + y != 8)) reach_error();
}
