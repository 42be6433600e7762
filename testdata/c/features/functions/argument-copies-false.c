// parameters are copies
// expect: FALSE
extern void reach_error(void);

static int f(int a, int *b) { a = 9; *b = a; return a; }

int main(void) {
  int x = 1, y = 2;
  if (!(f(x, &y) == 9)) reach_error();
  if (x != 1) reach_error();
  if (y == 9) reach_error();
  return 0;
}
