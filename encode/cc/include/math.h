#ifndef __CORNET_MATH_H
#define __CORNET_MATH_H
#define HUGE_VAL (__builtin_huge_val())
#define HUGE_VALF (__builtin_huge_valf())
#define HUGE_VALL (__builtin_huge_vall())
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
#define M_PI 3.14159265358979323846
#define M_E 2.7182818284590452354
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#define isnan(x) __cornet_isnan(x)
#define isinf(x) __cornet_isinf(x)
#define isfinite(x) __cornet_isfinite(x)
#define isnormal(x) __cornet_isnormal(x)
#define signbit(x) __cornet_signbit(x)
#define fpclassify(x) __cornet_fpclassify(x)
#define isgreater(x, y) __cornet_isgreater(x, y)
#define isgreaterequal(x, y) __cornet_isgreaterequal(x, y)
#define isless(x, y) __cornet_isless(x, y)
#define islessequal(x, y) __cornet_islessequal(x, y)
#define islessgreater(x, y) __cornet_islessgreater(x, y)
#define isunordered(x, y) __cornet_isunordered(x, y)
int __cornet_isgreater(long double, long double);
int __cornet_isgreaterequal(long double, long double);
int __cornet_isless(long double, long double);
int __cornet_islessequal(long double, long double);
int __cornet_islessgreater(long double, long double);
int __cornet_isunordered(long double, long double);
int __cornet_isnan(double);
int __cornet_isinf(double);
int __cornet_isfinite(double);
int __cornet_isnormal(double);
int __cornet_signbit(double);
int __cornet_fpclassify(double);
#define __CORNET_F1(f) double f(double); float f##f(float); long double f##l(long double);
#define __CORNET_F2(f) double f(double, double); float f##f(float, float); long double f##l(long double, long double);
__CORNET_F1(acos) __CORNET_F1(asin) __CORNET_F1(atan) __CORNET_F1(cos) __CORNET_F1(sin) __CORNET_F1(tan)
__CORNET_F1(cosh) __CORNET_F1(sinh) __CORNET_F1(tanh) __CORNET_F1(exp) __CORNET_F1(exp2) __CORNET_F1(log)
__CORNET_F1(log2) __CORNET_F1(log10) __CORNET_F1(sqrt) __CORNET_F1(cbrt) __CORNET_F1(ceil) __CORNET_F1(floor)
__CORNET_F1(trunc) __CORNET_F1(round) __CORNET_F1(rint) __CORNET_F1(nearbyint) __CORNET_F1(fabs)
__CORNET_F2(atan2) __CORNET_F2(pow) __CORNET_F2(fmod) __CORNET_F2(remainder) __CORNET_F2(hypot)
__CORNET_F2(fmin) __CORNET_F2(fmax) __CORNET_F2(fdim) __CORNET_F2(copysign) __CORNET_F2(nextafter)
__CORNET_F1(acosh) __CORNET_F1(asinh) __CORNET_F1(atanh) __CORNET_F1(expm1) __CORNET_F1(log1p) __CORNET_F1(logb)
__CORNET_F1(roundeven) __CORNET_F1(erf) __CORNET_F1(erfc) __CORNET_F1(tgamma) __CORNET_F1(lgamma)
#define __CORNET_FI(t, f) t f(double); t f##f(float); t f##l(long double);
__CORNET_FI(long, lrint) __CORNET_FI(long, lround) __CORNET_FI(long long, llrint) __CORNET_FI(long long, llround)
double nan(const char *);
float nanf(const char *);
long double nanl(const char *);
double fma(double, double, double);
float fmaf(float, float, float);
long double fmal(long double, long double, long double);
double modf(double, double *);
float modff(float, float *);
long double modfl(long double, long double *);
double frexp(double, int *);
float frexpf(float, int *);
double ldexp(double, int);
float ldexpf(float, int);
typedef float float_t;
typedef double double_t;
#endif
