// a link laid over the first member of a struct
// expect: TRUE
// flags: --data-model ILP32
extern void reach_error(void);
struct link { struct link *next; };
struct e { struct e *next; int v; };

int main(void) {
  struct e a = {0, 1}, b = {0, 2};
  ((struct link *)&a)->next = (struct link *)&b;
  if (a.next->v != 2) reach_error();
  return 0;
}
