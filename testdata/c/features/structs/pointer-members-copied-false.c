// copying a struct copies its pointers, not what they point to
// expect: FALSE
extern void reach_error(void);

struct s { int *p; int v; };

int main(void) {
  int n = 1;
  struct s a = {&n, 5}, b = a;
  *b.p = 7;
  b.v = 6;
  if (*a.p != 7) reach_error();
  if (a.v == 5) reach_error();
  return 0;
}
