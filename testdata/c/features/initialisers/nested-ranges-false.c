// ranges of designators over structs and rows
// expect: FALSE
extern void reach_error(void);

struct p { int x, y; };

int main(void) {
  struct p v[4] = {[0 ... 2] = {1, 2}, [1].y = 9};
  if (v[1].y != 9) reach_error();
  if (v[1].x != 1) reach_error();
  if (!(v[2].y == 2 && v[3].x == 0)) reach_error();
  int m[3][2] = {[0 ... 1] = {1, 2}, {3}};
  if (m[1][1] == 2 && m[2][0] == 3 && m[2][1] == 0) reach_error();
  return 0;
}
