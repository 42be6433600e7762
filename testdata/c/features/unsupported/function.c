// a function with an unsupported construct, such as a nested function
// expect: over-approximated, nested function twice
extern void reach_error(void);

static int apply(int x) {
  int twice(int y) { return 2 * y; }
  return twice(x);
}

int main(void) {
  if (apply(3) == 6) reach_error();
  return 0;
}
