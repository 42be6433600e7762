// two allocations differ
// expect: TRUE
extern void reach_error(void);

#include <stdlib.h>

int main(void) {
  int *p = malloc(4), *q = malloc(4);
  *p = 1; *q = 2;
  if (!(p != q)) reach_error();
  if (*p != 1) reach_error();
  free(p); free(q);
  return 0;
}
