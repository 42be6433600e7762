// the elements of a list of any length are freed
// expect: FALSE
// flags: --check valid-deref
// run: no, an access to freed memory ends it
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

#include <stdlib.h>
struct n { int v; struct n *next; };

int main(void) {
  struct n *l = 0;
  while (__VERIFIER_nondet_int()) {
    struct n *e = malloc(sizeof *e);
    e->next = l;
    l = e;
  }
  while (l) {
    struct n *t = l->next;
    free(l);
    l = l->next;
  }
  return 0;
}
