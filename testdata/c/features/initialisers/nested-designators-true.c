// designators through arrays and structs
// expect: TRUE
extern void reach_error(void);

struct p { int x, y; };
struct s { struct p v[2]; int n; };

int main(void) {
  struct s a = {.v[1].y = 4, .v[0] = {1, 2}, .n = 9};
  if (a.v[1].y != 4) reach_error();
  if (a.v[0].y != 2) reach_error();
  if (!(a.v[1].x == 0 && a.n == 9)) reach_error();
  return 0;
}
