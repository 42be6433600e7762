// qsort of elements of an unknown type
// expect: refused, qsort of elements whose type is not known
extern void reach_error(void);

#include <stdlib.h>

static int order(const void *a, const void *b) {
  const int *x = a, *y = b;
  return *x < *y ? -1 : *x > *y;
}

int main(void) {
  int a[2] = {2, 1};
  void *p = a;
  qsort(p, 2, sizeof(int), order);
  if (a[0] != 1) reach_error();
  return 0;
}
