// members by name, in any order
// expect: TRUE
extern void reach_error(void);

struct s { int a, b, c; };

int main(void) {
  struct s x = {.c = 3, .a = 1};
  if (x.c != 3) reach_error();
  if (x.b != 0) reach_error();
  if (x.a != 1) reach_error();
  return 0;
}
