// remainder rounds the quotient to nearest
// expect: TRUE
// inputs: 5
#include <math.h>
float __VERIFIER_nondet_float(void);
extern void reach_error(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x != 5) return 0;
  if (!(remainderf(x, 3) == -1 && fmodf(x, 3) == 2)) reach_error();
}
