// a struct is passed by value
// expect: FALSE
extern void reach_error(void);

struct s { int v[2]; };
static int f(struct s a) { a.v[0] = 9; return a.v[1]; }

int main(void) {
  struct s x = {{1, 2}};
  if (f(x) != 2) reach_error();
  if (x.v[0] == 1) reach_error();
  return 0;
}
