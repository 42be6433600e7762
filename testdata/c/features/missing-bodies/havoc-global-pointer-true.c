// constants, and objects that pointers to const point to, are not changed
// expect: TRUE
// flags: --missing-body havoc
// run: no, the function has no body
extern void reach_error(void);
void external(void);
static int x;
int *const p = &x;
const char *s = "abc";
const struct { int n; int *p; } c = {3, 0};
const double d = 2;
int main(void) {
  const char *t = s;
  external();
  if (p != &x || t[0] != 'a' || c.n != 3 || d != 2) reach_error();
  return 0;
}
