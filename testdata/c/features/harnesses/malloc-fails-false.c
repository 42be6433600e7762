// with --malloc-may-fail, functions that allocate may return null
// expect: FALSE
// flags: --malloc-may-fail
// run: no, malloc does not fail there
#include <stdlib.h>
int main(void) {
  int *p = malloc(4), *q = realloc(p, 8);
  if (!q) __CPROVER_assert(0, "null");
}
