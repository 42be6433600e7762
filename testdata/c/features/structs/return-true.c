// a struct is returned by value, and its members can be taken at once
// expect: TRUE
extern void reach_error(void);

struct p { int x, y; };
static struct p swap(struct p a) { return (struct p){a.y, a.x}; }

int main(void) {
  struct p a = {1, 2};
  if (swap(a).x != 2) reach_error();
  a = swap(swap(a));
  if (a.x != 1) reach_error();
  if (swap(a).y != 1) reach_error();
  return 0;
}
