// a pointer survives the way through uintptr_t
// expect: FALSE
extern void reach_error(void);

#include <stdint.h>

int main(void) {
  int x = 3;
  uintptr_t u = (uintptr_t)&x;
  int *p = (int *)u;
  *p = 4;
  if (x != 4) reach_error();
  if (sizeof(u) == sizeof(p)) reach_error();
  return 0;
}
