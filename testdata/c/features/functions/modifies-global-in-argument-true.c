// an argument's call changes a global that the function reads
// expect: TRUE
extern void reach_error(void);

static int g = 1;
static int inc(void) { return ++g; }
static int use(int a) { return a * 10 + g; }

int main(void) {
  if (use(inc()) != 22) reach_error();
  if (use(use(inc())) != 333) reach_error();
  return 0;
}
