// the address of a compound literal of a struct
// expect: FALSE
extern void reach_error(void);

struct n { int v; struct n *next; };

int main(void) {
  struct n *l = &(struct n){1, &(struct n){2, 0}};
  if (l->next->v != 2) reach_error();
  if (l->next->next != 0) reach_error();
  l->next->v = 5;
  if (l->v + l->next->v == 6) reach_error();
  return 0;
}
