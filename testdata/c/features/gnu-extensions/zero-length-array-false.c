// an array of length zero at the end of a struct
// expect: FALSE
extern void reach_error(void);

struct s { int n; int v[0]; };

int main(void) {
  if (sizeof(struct s) != 4) reach_error();
  if (sizeof(((struct s *)0)->v) == 0) reach_error();
  return 0;
}
