// memory from calloc is zero
// expect: TRUE
extern void reach_error(void);

#include <stdlib.h>

int main(void) {
  int *p = calloc(3, sizeof *p);
  if (p[2] != 0) reach_error();
  p[1] = 4;
  if (p[0] + p[1] != 4) reach_error();
  free(p);
  return 0;
}
