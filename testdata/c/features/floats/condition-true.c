// a floating-point number as a condition compares with zero
// expect: TRUE
extern void reach_error(void);

int main(void) {
  double tiny = 1e-300;
  int n = 0;
  if (tiny) n |= 1;
  if (!0.0) n |= 2;
  if (-0.0) n |= 4;
  if (n != 3) reach_error();
  if (!((tiny && 0.5) == 1)) reach_error();
  return 0;
}
