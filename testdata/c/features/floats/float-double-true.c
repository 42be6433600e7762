// float arithmetic is rounded to float
// expect: TRUE
// gcc: -msse2 -mfpmath=sse
extern void reach_error(void);

int main(void) {
  float a = 16777216.0f;
  if (a + 1.0f != a) reach_error();
  if (!((double)a + 1.0 != a)) reach_error();
  float third = 1.0f / 3;
  if (!(third != 1.0 / 3)) reach_error();
  return 0;
}
