// pointers in an object are null or point to objects of their own
// expect: TRUE
// flags: --entry f
// run: no, there is no main
extern void reach_error(void);
struct node { int v; struct node *next; };

int f(struct node *n) {
  n->v = 1;
  if (n->next) {
    n->next->v = 2;
    if (n->v != 1) reach_error();
  }
  return 0;
}
