// fesetround chooses how operations round
// expect: TRUE
// inputs: 1 3
#include <fenv.h>
#include <math.h>
double __VERIFIER_nondet_double(void);
float __VERIFIER_nondet_float(void);
extern void reach_error(void);
int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
  if (x != 1 || y != 3) return 0;
  fesetround(FE_DOWNWARD);
  float low = x / y;
  fesetround(FE_UPWARD);
  float high = x / y;
  fesetround(FE_TONEAREST);
  if (!(low < high)) reach_error();
}
