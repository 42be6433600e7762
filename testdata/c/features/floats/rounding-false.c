// 0.1 + 0.2 is not 0.3 in double
// expect: FALSE
// gcc: -msse2 -mfpmath=sse
extern void reach_error(void);

int main(void) {
  double a = 0.1, b = 0.2;
  if (!(a + b != 0.3)) reach_error();
  if (!(a + b > 0.3)) reach_error();
  float f = 0.1f;
  if (!(f != 0.1)) reach_error();
  if (f == 0.1f) reach_error();
  return 0;
}
