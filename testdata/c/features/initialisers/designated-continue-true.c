// after a designator the next members follow
// expect: TRUE
extern void reach_error(void);

struct s { int a, b, c, d; };

int main(void) {
  struct s x = {.b = 2, 3, .a = 1};
  if (x.c != 3) reach_error();
  if (!(x.a == 1 && x.b == 2 && x.d == 0)) reach_error();
  int v[5] = {[2] = 7, 8, [0] = 1};
  if (v[3] != 8) reach_error();
  if (!(v[1] == 0 && v[0] == 1)) reach_error();
  return 0;
}
