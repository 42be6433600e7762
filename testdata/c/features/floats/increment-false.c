// ++ on a floating-point number adds one
// expect: FALSE
extern void reach_error(void);

int main(void) {
  double d = 0.5;
  d++;
  if (d != 1.5) reach_error();
  float f = 1.0f;
  f -= 0.25f;
  --f;
  if (f == -0.25f) reach_error();
  return 0;
}
