// calls in one expression whose order does not matter
// expect: TRUE
extern void reach_error(void);

static int n;
static int bump(void) { n++; return 1; }

int main(void) {
  int r = bump() + bump() * 2;
  if (r != 3) reach_error();
  if (n != 2) reach_error();
  return 0;
}
