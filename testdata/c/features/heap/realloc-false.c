// realloc keeps the contents
// expect: FALSE
extern void reach_error(void);

#include <stdlib.h>

int main(void) {
  int *p = malloc(2 * sizeof *p);
  p[0] = 5; p[1] = 6;
  p = realloc(p, 4 * sizeof *p);
  p[3] = 1;
  if (p[1] != 6) reach_error();
  if (p[0] + p[3] == 6) reach_error();
  free(p);
  return 0;
}
