// _Alignas on a member
// expect: TRUE
extern void reach_error(void);

#include <stddef.h>
struct s { char a; _Alignas(8) char b; };

int main(void) {
  if (!(offsetof(struct s, b) == 8)) reach_error();
  if (sizeof(struct s) != 16) reach_error();
  return 0;
}
