// bsearch finds an element of a sorted array
// expect: TRUE
extern void reach_error(void);

#include <stdlib.h>

static int order(const void *a, const void *b) {
  const int *x = a, *y = b;
  return *x < *y ? -1 : *x > *y;
}

int main(void) {
  int a[] = {1, 3, 5, 7};
  int five = 5, six = 6;
  if (!(bsearch(&five, a, 4, sizeof(int), order) == a + 2 && !bsearch(&six, a, 4, sizeof(int), order))) reach_error();
  return 0;
}
