// with --malloc-may-fail, functions that allocate may return null
// expect: TRUE
// flags: --malloc-may-fail
// run: no, malloc does not fail there
#include <stdlib.h>
int main(void) {
  int *p = malloc(4), *q = realloc(p, 8);
  if (p && !p) __CPROVER_assert(0, "null");
}
