// a void function returns early
// expect: TRUE
extern void reach_error(void);

static int n;
static void f(int x) { if (x < 0) return; n += x; }

int main(void) {
  f(-5);
  f(3);
  if (n != 3) reach_error();
  return 0;
}
