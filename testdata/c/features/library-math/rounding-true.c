// floor, ceil, trunc, round
// expect: TRUE
extern void reach_error(void);

#include <math.h>

int main(void) {
  double d = -2.5;
  if (floor(d) != -3) reach_error();
  if (ceil(d) != -2) reach_error();
  if (trunc(d) != -2) reach_error();
  if (round(d) != -3) reach_error();
  if (rint(d) != -2) reach_error();
  if (fabs(d) != 2.5) reach_error();
  return 0;
}
