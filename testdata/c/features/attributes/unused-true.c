// unused and other hints change nothing
// expect: TRUE
extern void reach_error(void);

static int __attribute__((unused, noinline, pure)) f(int x) { return x + 1; }
static int g __attribute__((used)) = 2;

int main(void) {
  int x __attribute__((unused)) = 3;
  if (f(3) != 4) reach_error();
  if (g != 2) reach_error();
  return 0;
}
