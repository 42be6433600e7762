// _Generic chooses by the type of members and results that are pointers
// expect: TRUE
extern void reach_error(void);
struct list { int *value; struct list *next; const char *name; };
static struct list *first(struct list *l) { return l->next; }
int main(void) {
  int x = 1;
  struct list b = {&x, 0, "b"}, a = {&x, &b, "a"};
  const struct list *c = &a;
  if (_Generic(a.value, char *: 1, int *: 2) != 2) reach_error();
  if (_Generic(c->value, int *: 2, const int *: 1) != 2) reach_error();
  if (_Generic(first(&a), struct list *: 2, const struct list *: 1) != 2) reach_error();
  if (_Generic(first(&a)->next->value, int *: 2, default: 3) != 2) reach_error();
  return 0;
}
