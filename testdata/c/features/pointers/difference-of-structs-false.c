// differences of pointers to structs count elements
// expect: FALSE
extern void reach_error(void);

struct s { int a; char b[6]; };

int main(void) {
  struct s v[5];
  struct s *p = &v[4], *q = v + 1;
  if (p - q != 3) reach_error();
  if ((char *)p - (char *)q != 36) reach_error();
  if (q - p == -3) reach_error();
  return 0;
}
