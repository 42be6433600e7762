// memcpy copies bytes and returns its target
// expect: FALSE
extern void reach_error(void);

#include <string.h>

int main(void) {
  int a[4] = {1, 2, 3, 4}, b[4] = {0};
  int *r = memcpy(b + 1, a, 3 * sizeof(int));
  if (r != b + 1) reach_error();
  if (b[3] != 3) reach_error();
  if (b[0] == 0) reach_error();
  return 0;
}
