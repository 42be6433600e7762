// memcpy over the end of a member
// expect: FALSE
extern void reach_error(void);
#include <string.h>
struct s { int a, b, c; };

int main(void) {
  struct s v = {1, 2, 3}, w = {4, 5, 6};
  memcpy(&v.b, &w.a, 2 * sizeof(int));
  if (v.a != 1 || v.b != 4 || v.c == 5) reach_error();
  return 0;
}
