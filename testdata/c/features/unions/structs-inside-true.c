// structs with a common beginning in a union
// expect: TRUE
extern void reach_error(void);

struct a { int kind; int x; };
struct b { int kind; int y, z; };
union u { struct a a; struct b b; };

int main(void) {
  union u v;
  v.b = (struct b){2, 5, 6};
  if (v.a.kind != 2) reach_error();
  if (v.a.x != 5) reach_error();
  return 0;
}
