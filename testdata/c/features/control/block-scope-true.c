// inner declarations hide outer ones
// expect: TRUE
extern void reach_error(void);

static int x = 1;

int main(void) {
  int x = 2;
  { int x = 3; x++; { extern int y; } }
  if (x) { int x = 9; x = x; }
  if (x != 2) reach_error();
  return 0;
}
