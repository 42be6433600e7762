// designators without =, and with a colon
// expect: TRUE
extern void reach_error(void);

struct s { int a, b; };
static int t[6] = {[2] 7, [0] 1, [3 ... 4] 8};
static struct s v[2] = {[1] {a: 3, b: 4}};

int main(void) {
  struct s x = {b: 2, a: 1};
  if (!(t[2] == 7 && t[4] == 8 && v[1].b == 4 && x.b == 2)) reach_error();
  return 0;
}
