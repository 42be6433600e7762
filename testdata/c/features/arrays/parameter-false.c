// an array parameter is a pointer
// expect: FALSE
// flags: --data-model ILP32
extern void reach_error(void);

static int f(int v[10]) { v[0] = 7; return sizeof v; }
static int g(int m[][3]) { return m[1][2]; }

int main(void) {
  int v[3] = {1, 2, 3}, m[2][3] = {{1}, {2, 3, 4}};
  if (f(v) != 4) reach_error();
  if (v[0] != 7) reach_error();
  if (g(m) == 4) reach_error();
  return 0;
}
