// qsort
// expect: refused, qsort
extern void reach_error(void);

#include <stdlib.h>
static int cmp(const void *a, const void *b) { return *(int *)a - *(int *)b; }

int main(void) {
  int v[2] = {2, 1};
  qsort(v, 2, sizeof v[0], cmp);
  if (v[0] != 1) reach_error();
  return 0;
}
