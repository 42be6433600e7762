// an array of pointers on the heap
// expect: TRUE
extern void reach_error(void);

#include <stdlib.h>

int main(void) {
  int **v = malloc(2 * sizeof *v), a = 1, b = 2;
  v[0] = &a;
  v[1] = &b;
  *v[1] += *v[0];
  if (b != 3) reach_error();
  v[0] = v[1];
  if (*v[0] != 3) reach_error();
  free(v);
  return 0;
}
