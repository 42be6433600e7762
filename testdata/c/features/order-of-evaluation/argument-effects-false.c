// arguments are complete before the call
// expect: FALSE
extern void reach_error(void);

static int g = 1;
static int f(int a) { return a * 10 + g; }

int main(void) {
  if (f(g = 5) == 55) reach_error();
  return 0;
}
