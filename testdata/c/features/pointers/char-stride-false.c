// a pointer to a struct member through bytes
// expect: FALSE
extern void reach_error(void);

struct s { int a; short b, c; };

int main(void) {
  struct s x = {1, 2, 3};
  char *p = (char *)&x;
  if (*(short *)(p + 6) != 3) reach_error();
  *(short *)(p + 4) = 9;
  if (x.b != 9) reach_error();
  if (x.a == 1) reach_error();
  return 0;
}
