// a call through a pointer
// expect: TRUE
extern void reach_error(void);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }

int main(void) {
  int (*f)(int, int) = add;
  if (!(f(5, 3) == 8)) reach_error();
  f = &sub;
  if (!((*f)(5, 3) == 2)) reach_error();
  if (!(f != add)) reach_error();
  return 0;
}
