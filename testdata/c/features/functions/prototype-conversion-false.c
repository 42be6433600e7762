// a prototype converts the arguments
// expect: FALSE
extern void reach_error(void);

static double half(double x) { return x / 2; }
static int trunc8(unsigned char x) { return x; }

int main(void) {
  if (half(5) != 2.5) reach_error();
  if (trunc8(257) == 1) reach_error();
  return 0;
}
