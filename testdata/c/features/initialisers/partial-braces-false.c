// some inner braces given, others not
// expect: FALSE
extern void reach_error(void);

struct p { int x, y; };

int main(void) {
  struct p v[3] = {{1}, 2, 3, {.y = 4}};
  if (v[0].y != 0) reach_error();
  if (!(v[1].x == 2 && v[1].y == 3)) reach_error();
  if (v[2].y == 4) reach_error();
  return 0;
}
