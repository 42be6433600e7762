// the last of two initialisers of one member is used
// expect: FALSE
extern void reach_error(void);

struct s { int a, b; };

int main(void) {
  struct s x = {.a = 1, .b = 2, .a = 5};
  if (x.a != 5) reach_error();
  if (x.b != 2) reach_error();
  int v[3] = {1, 2, 3, [1] = 9};
  if (v[1] == 9 && v[2] == 3) reach_error();
  return 0;
}
