// empty braces give zeros
// expect: FALSE
extern void reach_error(void);

struct s { int a; char b[3]; };

int main(void) {
  struct s x = {};
  int v[3] = {};
  if (!(x.a == 0 && x.b[2] == 0)) reach_error();
  if (v[2] == 0) reach_error();
  return 0;
}
