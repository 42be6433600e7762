// memcpy between structs
// expect: TRUE
extern void reach_error(void);

#include <string.h>
struct s { char c; int v[2]; };

int main(void) {
  struct s a = {'x', {1, 2}}, b;
  memcpy(&b, &a, sizeof b);
  a.v[1] = 7;
  if (b.v[1] != 2) reach_error();
  if (b.c != 'x') reach_error();
  return 0;
}
