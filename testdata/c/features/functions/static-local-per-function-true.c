// statics of the same name are different
// expect: TRUE
extern void reach_error(void);

static int a(void) { static int n; return n += 1; }
static int b(void) { static int n; return n += 10; }

int main(void) {
  a();
  b();
  if (a() != 2) reach_error();
  if (b() != 20) reach_error();
  return 0;
}
