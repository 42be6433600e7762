// the null pointer compares unequal to objects
// expect: FALSE
extern void reach_error(void);

#include <stddef.h>

int main(void) {
  int x, *p = NULL, *q = &x;
  if (!(!p)) reach_error();
  if (!(q != 0)) reach_error();
  if (!((p == q) == 0)) reach_error();
  p = q;
  if (p && p == &x) reach_error();
  return 0;
}
