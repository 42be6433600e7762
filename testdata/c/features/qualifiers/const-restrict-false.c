// const, restrict, register and inline change nothing
// expect: FALSE
extern void reach_error(void);

static inline int f(const int *restrict a, register int b) { return *a + b; }

int main(void) {
  const int x = 3;
  register int y = 4;
  if (f(&x, y) == 7) reach_error();
  return 0;
}
