// pointers in an object are null or point to objects of their own
// expect: FALSE
// flags: --entry f
// run: no, there is no main
extern void reach_error(void);
struct node { int v; struct node *next; };

int f(struct node *n) {
  if (n->next && n->next->v == 5 && !n->next->next) reach_error();
  return 0;
}
