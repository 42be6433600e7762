// a parameter hides a global
// expect: TRUE
extern void reach_error(void);

static int n = 5;
static int f(int n) { n++; return n; }

int main(void) {
  if (f(1) != 2) reach_error();
  if (n != 5) reach_error();
  return 0;
}
