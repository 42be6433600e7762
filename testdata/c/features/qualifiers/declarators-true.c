// a declaration with nested declarators
// expect: TRUE
extern void reach_error(void);

static int v[2][3] = {{1, 2, 3}, {4, 5, 6}};
static int (*rows(void))[3] { return v; }

int main(void) {
  int (*(*f)(void))[3] = rows;
  if (f()[1][2] != 6) reach_error();
  if ((*rows())[1] != 2) reach_error();
  return 0;
}
