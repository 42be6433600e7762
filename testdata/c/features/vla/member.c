// a variable-length array as a member
// expect: refused, a variable-length array as member a of a struct
extern void reach_error(void);

int main(void) {
  int n = 3;
  struct { int a[n]; } s;
  s.a[2] = 4;
  if (sizeof s == 12) reach_error();
  return 0;
}
