// memcpy of an array member
// expect: TRUE
extern void reach_error(void);

#include <string.h>
struct s { int n; unsigned char b[6]; };

int main(void) {
  struct s a = {1, {1, 2, 3, 4, 5, 6}}, c = {0};
  memcpy(c.b + 2, a.b, 3);
  if (c.b[4] != 3) reach_error();
  if (!(c.b[1] == 0 && c.b[5] == 0)) reach_error();
  if (c.n != 0) reach_error();
  return 0;
}
