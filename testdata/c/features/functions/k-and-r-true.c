// an old-style definition
// expect: TRUE
extern void reach_error(void);

static int f(a, b, c)
  int a, b;
  char c;
{ return a * 100 + b * 10 + c; }

int main(void) {
  if (!(f(1, 2, 3) == 123)) reach_error();
  return 0;
}
