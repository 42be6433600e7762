// the size of a packed struct in a constant expression
// expect: FALSE
extern void reach_error(void);

struct __attribute__((packed)) s { char a; int b; };
static char v[sizeof(struct s)];
enum { SIZE = sizeof(struct s) * 2 };
_Static_assert(sizeof(struct s) == 5, "packed");

int main(void) {
  if (sizeof v != 5) reach_error();
  if (SIZE == 10) reach_error();
  return 0;
}
