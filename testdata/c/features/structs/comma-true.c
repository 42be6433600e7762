// a struct as the value of a comma expression
// expect: TRUE
extern void reach_error(void);

struct s { int a; };

int main(void) {
  struct s x = {1}, y = {2}, z;
  int n = 0;
  z = (n++, y);
  if (z.a != 2) reach_error();
  if (n != 1) reach_error();
  return 0;
}
