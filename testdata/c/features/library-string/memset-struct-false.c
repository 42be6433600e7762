// memset clears a struct
// expect: FALSE
extern void reach_error(void);

#include <string.h>
struct s { int a; char b[3]; };

int main(void) {
  struct s x = {1, "ab"};
  memset(&x, 0, sizeof x);
  if (x.a != 0) reach_error();
  if (x.b[1] == 0) reach_error();
  return 0;
}
