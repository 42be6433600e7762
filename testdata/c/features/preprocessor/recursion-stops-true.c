// a macro is not replaced inside itself
// expect: TRUE
extern void reach_error(void);

static int f(int x) { return x + 1; }
#define f(x) (f(x) * 10)

int main(void) {
  if (f(1) != 20) reach_error();
  if ((f)(1) != 2) reach_error();
  return 0;
}
