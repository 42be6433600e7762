// a quantifier over all bytes of an object
// expect: TRUE
// flags: --data-model ILP32
// run: no, gcc does not know the functions
#include <stdint.h>
struct s { int *p; uint32_t n; };
int main(void) {
  static int x;
  struct s s = {0, 0};
  s.n = 0;
  struct s *q = &s;
  __CPROVER_assert(__CPROVER_forall { int i; (i >= 0 && i < sizeof(*q)) ==> ((const uint8_t *)&*q)[i] == 0 }, "zero");
}
