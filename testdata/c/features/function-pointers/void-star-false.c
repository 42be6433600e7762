// a function pointer through void *
// expect: FALSE
extern void reach_error(void);

static int f(int x) { return x + 2; }

int main(void) {
  void *p = (void *)f;
  int (*g)(int) = (int (*)(int))p;
  if (g(3) == 5) reach_error();
  return 0;
}
