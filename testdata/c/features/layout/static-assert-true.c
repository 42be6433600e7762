// _Static_assert over layouts
// expect: TRUE
// inputs: 0
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

#include <stddef.h>
struct s { char a; int b; };
_Static_assert(sizeof(struct s) == 8 && offsetof(struct s, b) == 4, "layout");

int main(void) {
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(k == 0);
  if (k != 0) reach_error();
  return 0;
}
