// members of members
// expect: TRUE
extern void reach_error(void);

struct a { int x; };
struct b { struct a in[2]; struct a *p; };

int main(void) {
  struct b s = {{{1}, {2}}, 0};
  s.p = &s.in[1];
  s.p->x = 7;
  if (s.in[1].x != 7) reach_error();
  if (s.in[0].x != 1) reach_error();
  return 0;
}
