// a binary tree
// expect: TRUE
extern void reach_error(void);

#include <stdlib.h>
struct t { int k; struct t *l, *r; };
static struct t *insert(struct t *n, int k) {
  if (!n) { n = calloc(1, sizeof *n); n->k = k; return n; }
  if (k < n->k) n->l = insert(n->l, k); else n->r = insert(n->r, k);
  return n;
}

int main(void) {
  struct t *n = 0;
  n = insert(n, 5);
  n = insert(n, 2);
  n = insert(n, 9);
  if (n->l->k != 2) reach_error();
  if (!(n->r->k == 9 && !n->r->l)) reach_error();
  free(n->l); free(n->r); free(n);
  return 0;
}
