// sums of bounded inputs stay in their bounds
// expect: FALSE
// inputs: 9.5 9
#include <fenv.h>
#include <math.h>
double __VERIFIER_nondet_double(void);
float __VERIFIER_nondet_float(void);
extern void reach_error(void);
int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
  if (!(x >= 0 && x <= 10 && y >= 0 && y <= 10)) return 0;
  if (!(x + y <= 18)) reach_error();
}
