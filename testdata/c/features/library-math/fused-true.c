// fma rounds once
// expect: TRUE
// inputs: 1.00000012
#include <math.h>
float __VERIFIER_nondet_float(void);
extern void reach_error(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x != 0x1.000002p0f) return 0;
  float square = x * x;
  if (!(fmaf(x, x, -square) == 0x1p-46f)) reach_error();
}
