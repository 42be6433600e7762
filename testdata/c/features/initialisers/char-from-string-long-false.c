// a braced list of characters and a string in one struct
// expect: FALSE
extern void reach_error(void);

struct s { char a[3]; char b[4]; };

int main(void) {
  struct s x = {{'x', 'y'}, "abc"}, y = {"pq", {0}};
  if (x.a[2] != 0) reach_error();
  if (x.b[2] != 'c') reach_error();
  if (y.a[1] == 'q' && y.b[0] == 0) reach_error();
  return 0;
}
