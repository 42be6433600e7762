// a pointer goes on from an array to the next member, which C leaves undefined
// expect: FALSE
// run: no, it is undefined
extern void reach_error(void);

struct s { int n, a[4], end; };

int main(void) {
  struct s s = {0};
  int *p = s.a;
  for (int i = 0; i < 5; i++) p[i] = i;
  if (s.end == 4) reach_error();
  return 0;
}
