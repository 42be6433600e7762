// two names of one object
// expect: TRUE
extern void reach_error(void);

static int f(int *a, int *b) { *a = 1; *b = 2; return *a; }

int main(void) {
  int x, y;
  if (!(f(&x, &y) == 1)) reach_error();
  if (!(f(&x, &x) == 2)) reach_error();
  return 0;
}
