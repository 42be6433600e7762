// a flexible array member on the heap
// expect: FALSE
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

#include <stdlib.h>
struct s { int n; short v[]; };

int main(void) {
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(k == 3);
  struct s *p = malloc(sizeof *p + 3 * sizeof(short));
  p->n = k;
  for (int i = 0; i < p->n; i++) p->v[i] = i + 10;
  if (p->v[2] != 12) reach_error();
  if (p->n == 3) reach_error();
  free(p);
  return 0;
}
