// a static local in a recursive function
// expect: FALSE
extern void reach_error(void);

static int f(int n) { static int depth; int r; if (n == 0) return depth; depth++; r = f(n - 1); depth--; return r; }

int main(void) {
  if (f(3) != 3) reach_error();
  if (f(0) == 0) reach_error();
  return 0;
}
