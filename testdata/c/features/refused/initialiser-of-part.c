// an initialiser of a part of what an expression has initialised
// expect: refused, an initialiser of a part of what an expression has initialised
extern void reach_error(void);

struct p { int x, y; };
struct s { struct p p; };

int main(void) {
  struct p p = {1, 2};
  struct s s = {.p = p, .p.x = 3};
  if (s.p.y == 0) reach_error();
  return 0;
}
