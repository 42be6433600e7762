// -0 equals 0 but divides differently
// expect: FALSE
extern void reach_error(void);

int main(void) {
  double z = 0.0, n = -z;
  if (z != n) reach_error();
  if (!(1 / n < 0)) reach_error();
  if (!(1 / z > 0)) reach_error();
  if (__builtin_signbit(n) != 0) reach_error();
  return 0;
}
