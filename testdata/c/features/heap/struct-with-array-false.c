// an array of structs on the heap
// expect: FALSE
// inputs: 2
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

#include <stdlib.h>
struct s { char c; int v[2]; };

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n == 2);
  struct s *p = calloc(n, sizeof *p);
  p[1].v[1] = 6;
  p[0] = p[1];
  p[1].v[1]++;
  if (p[0].v[1] != 6) reach_error();
  if (p[1].v[1] == 7 && p[0].c == 0) reach_error();
  free(p);
  return 0;
}
