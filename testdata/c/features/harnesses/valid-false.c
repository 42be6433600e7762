// __CPROVER_r_ok and similar functions
// expect: FALSE
// run: no, gcc does not know the functions
#include <stdlib.h>

int main(void) {
  size_t n;
  __CPROVER_assume(n <= 1000);
  char *p = malloc(n);
  __CPROVER_assert(__CPROVER_r_ok(p, n + 1), "one more");
}
