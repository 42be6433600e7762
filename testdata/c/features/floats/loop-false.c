// a loop adds an exact fraction
// expect: FALSE
extern void reach_error(void);

int main(void) {
  double s = 0;
  for (int i = 0; i < 8; i++) s += 0.125;
  if (s == 1.0) reach_error();
  return 0;
}
