// the rounding mode is to nearest until fesetround changes it
// expect: FALSE
// inputs: 1 3
#include <fenv.h>
float __VERIFIER_nondet_float(void);
extern void reach_error(void);
int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
  if (x != 1 || y != 3) return 0;
  float first = x / y;
  if (first != 0x1.555556p-2f || fegetround() != FE_TONEAREST) reach_error();
  if (fesetround(5) == 0 || fegetround() != FE_TONEAREST) reach_error();
  fesetround(FE_TOWARDZERO);
  if (x / y == 0x1.555554p-2f) reach_error();
}
