// __CPROVER_r_ok and similar functions
// expect: TRUE
// run: no, gcc does not know the functions
#include <stdlib.h>

int main(void) {
  int x[3];
  size_t n, k;
  __CPROVER_assume(n <= 1000);
  char *p = malloc(n);
  __CPROVER_assert(__CPROVER_rw_ok(x, sizeof x) && __CPROVER_r_ok(x + 2) && __CPROVER_w_ok(x + 3, 0), "all of x");
  __CPROVER_assert(!__CPROVER_r_ok(x + 1, sizeof x) && !__CPROVER_w_ok(x, -1ul), "not more");
  __CPROVER_assert(!__CPROVER_r_ok((char *)0, 0) && !__CPROVER_r_ok((char *)0, 1), "null");
  __CPROVER_assume(__CPROVER_r_ok(p, k));
  __CPROVER_assert(k <= n, "what is known of a size");
  __CPROVER_assert(__CPROVER_r_ok(p + k, n - k), "the rest");
}
