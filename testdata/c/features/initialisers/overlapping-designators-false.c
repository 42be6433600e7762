// a later designator changes a part of an earlier initialiser
// expect: FALSE
extern void reach_error(void);

struct p { int x, y; };
struct s { struct p a, b; };

int main(void) {
  struct s z = {.a = {1, 2}, .a.y = 7, .b.x = 3};
  if (z.a.y != 7) reach_error();
  if (z.a.x != 1) reach_error();
  if (z.b.x == 3 && z.b.y == 0) reach_error();
  return 0;
}
