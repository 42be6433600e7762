// tags, members and variables have names of their own
// expect: FALSE
extern void reach_error(void);

struct x { int x; };

int main(void) {
  struct x x = {3};
  enum { y = 4 } z = y;
  if (x.x != 3) reach_error();
  { struct x { char x; }; if (sizeof(struct x) != 1) reach_error(); }
  if (sizeof(struct x) == 4) reach_error();
  return 0;
}
