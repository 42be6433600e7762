// main without return returns 0, and nothing follows it
// expect: TRUE
extern void reach_error(void);

static int n;
static int f(void) { n++; return n; }

int main(void) {
  if (f() == 1 && f() == 2) n = 7;
  if (n != 7) reach_error();
  return 0;
}
