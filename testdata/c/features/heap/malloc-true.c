// memory from malloc
// expect: TRUE
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

#include <stdlib.h>

int main(void) {
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(k == 3);
  int *p = malloc(4 * sizeof *p);
  for (int i = 0; i < 4; i++) p[i] = i * k;
  if (p[3] != 9) reach_error();
  free(p);
  return 0;
}
