// the initialiser of a range is evaluated once
// expect: FALSE
extern void reach_error(void);

static int n;
static int f(void) { return ++n; }

int main(void) {
  int v[4] = {[0 ... 3] = f()};
  if (n != 1) reach_error();
  if (v[3] == 1) reach_error();
  return 0;
}
