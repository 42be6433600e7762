// gcc's old form of designators
// expect: TRUE
extern void reach_error(void);

struct s { int a, b; };

int main(void) {
  struct s x = {b: 2, a: 1};
  if (x.b != 2) reach_error();
  if (x.a != 1) reach_error();
  return 0;
}
