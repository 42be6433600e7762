// qsort sorts by a function of the program
// expect: TRUE
// inputs: 3 1 2 5 4 6
extern void reach_error(void);

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
static int order(const void *a, const void *b) {
  const int *x = a, *y = b;
  return *x < *y ? -1 : *x > *y;
}

int main(void) {
  int a[3];
  for (int i = 0; i < 3; i++) a[i] = __VERIFIER_nondet_int();
  qsort(a, 3, sizeof(int), order);
  if (!(a[0] <= a[1] && a[1] <= a[2])) reach_error();
  return 0;
}
