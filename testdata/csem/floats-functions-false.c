// floats functions: the assertions hold: false
#include <assert.h>
double modf(double, double *); double fabs(double); double floor(double); double ceil(double); double fmod(double, double);
float sqrtf(float); double sqrt(double), trunc(double), round(double), rint(double), fmin(double, double), fmax(double, double);
double fdim(double, double), copysign(double, double), nearbyint(double); long lround(double); long lrint(double);
int main(void) {
  double w; double r;
  r = modf(-3.25, &w);
  assert((long long)(w == -3) == 1);
  assert((long long)(r == -0.25) == 1);
  assert((long long)(fabs(-2.5) == 2.5) == 1);
  assert((long long)(1 / fabs(-0.0) > 0) == 1);
  assert((long long)(floor(-2.5) == -3) == 1);
  assert((long long)(ceil(-2.5) == -2) == 1);
  assert((long long)(1 / ceil(-0.5) < 0) == 1);
  assert((long long)(trunc(-2.7) == -2) == 1);
  assert((long long)(round(2.5) == 3) == 1);
  assert((long long)(round(-2.5) == -3) == 1);
  assert((long long)(rint(2.5) == 2) == 1);
  assert((long long)(nearbyint(3.5) == 4) == 1);
  assert((long long)(lround(-2.5)) == -3);
  assert((long long)(lrint(2.5)) == 2);
  assert((long long)(lrint(-3.5)) == -4);
  assert((long long)(sqrt(2) * sqrt(2) == 2) == 0);
  assert((long long)(sqrtf(16.0f) == 4) == 1);
  assert((long long)(sqrt(-1.0) == sqrt(-1.0)) == 0);
  assert((long long)(fmod(7.5, 2) == 1.5) == 1);
  assert((long long)(fmod(-7.5, 2) == -1.5) == 1);
  assert((long long)(fmod(1, 0) == fmod(1, 0)) == 0);
  assert((long long)(fmin(1, 2)) == 1);
  assert((long long)(fmax(1, __builtin_nan(""))) == 1);
  assert((long long)(fmin(__builtin_nan(""), 3)) == 3);
  assert((long long)(fdim(5, 3)) == 2);
  assert((long long)(fdim(3, 5)) == 0);
  assert((long long)(copysign(3, -0.0)) == -3);
  assert((long long)(copysign(-3, 1)) != 3);
  return 0;
}
