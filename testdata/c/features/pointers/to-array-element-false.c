// a pointer into an array of structs in an array
// expect: FALSE
extern void reach_error(void);

struct s { int k[2]; };

int main(void) {
  struct s v[2] = {{{1, 2}}, {{3, 4}}};
  int *p = v[1].k;
  struct s *q = &v[0];
  p[1] = 8;
  if ((q + 1)->k[1] != 8) reach_error();
  if (q[1].k[0] == 3) reach_error();
  return 0;
}
