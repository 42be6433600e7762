// a struct is assigned by value
// expect: FALSE
extern void reach_error(void);

struct s { int a; char b[3]; };

int main(void) {
  struct s x = {1, "ab"}, y;
  y = x;
  x.a = 5;
  x.b[0] = 'z';
  if (y.a != 1) reach_error();
  if (y.b[0] == 'a') reach_error();
  return 0;
}
