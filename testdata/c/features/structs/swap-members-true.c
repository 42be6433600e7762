// members exchanged through pointers into one struct
// expect: TRUE
extern void reach_error(void);

struct s { int a, b, c[2]; };
static void swap(int *p, int *q) { int t = *p; *p = *q; *q = t; }

int main(void) {
  struct s x = {1, 2, {3, 4}};
  swap(&x.a, &x.c[1]);
  swap(&x.b, x.c);
  if (x.a != 4) reach_error();
  if (x.b != 3) reach_error();
  if (!(x.c[0] == 2 && x.c[1] == 1)) reach_error();
  return 0;
}
