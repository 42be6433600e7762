// two functions that call each other
// expect: FALSE
extern void reach_error(void);

static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }

int main(void) {
  if (even(6) != 1) reach_error();
  if (odd(6) != 0) reach_error();
  if (odd(3)) reach_error();
  return 0;
}
