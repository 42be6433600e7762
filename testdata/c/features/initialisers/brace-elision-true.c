// inner braces may be left out
// expect: TRUE
extern void reach_error(void);

struct p { int x, y; };
struct s { struct p a; int v[2]; int n; };

int main(void) {
  struct s z = {1, 2, 3, 4, 5};
  if (z.a.y != 2) reach_error();
  if (z.v[1] != 4) reach_error();
  if (z.n != 5) reach_error();
  int m[2][2] = {1, 2, 3};
  if (!(m[1][0] == 3 && m[1][1] == 0)) reach_error();
  return 0;
}
