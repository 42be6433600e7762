// a struct is assigned to itself through pointers
// expect: TRUE
extern void reach_error(void);

struct s { int a, b; };

int main(void) {
  struct s x = {1, 2}, *p = &x;
  *p = x;
  if (!(x.a == 1 && x.b == 2)) reach_error();
  p->a = p->b;
  if (x.a != 2) reach_error();
  return 0;
}
