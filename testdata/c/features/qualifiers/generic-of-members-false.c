// _Generic chooses by the type of members and results that are pointers
// expect: FALSE
extern void reach_error(void);
struct list { int *value; struct list *next; };
static struct list *first(struct list *l) { return l->next; }
int main(void) {
  int x = 1;
  struct list b = {&x, 0}, a = {&x, &b};
  if (_Generic(first(&a)->value, int *: 1, default: 2) == 1) reach_error();
  return 0;
}
