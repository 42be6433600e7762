// branches on NaN
// expect: TRUE
extern void reach_error(void);

int main(void) {
  double z = 0, n = z / z;
  int r = 0;
  if (n < 1) r |= 1; else r |= 2;
  if (!(n >= 1)) r |= 4;
  if (n != n) r |= 8;
  if (n) r |= 16;
  if (r != 30) reach_error();
  return 0;
}
