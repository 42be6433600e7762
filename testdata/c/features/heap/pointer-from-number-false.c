// a pointer made from a number is stored on the heap
// expect: FALSE
// flags: --replay=off
// run: no, its input is an address
extern void reach_error(void);
#include <stdint.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
#include <stdlib.h>

struct node { int *to; int value; };
int x, y;

int main(void) {
  struct node *t = malloc(sizeof *t);
  if (!t) return 0;
  t->to = (int *)__VERIFIER_nondet_ulong();
  if (t->to == &x) *t->to = 1;
  if (x) reach_error();
  return 0;
}
