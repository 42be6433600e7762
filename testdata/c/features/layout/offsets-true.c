// members are aligned
// expect: TRUE
// flags: --data-model ILP32
extern void reach_error(void);

#include <stddef.h>
struct s { char a; int b; char c; short d; long long e; };

int main(void) {
  if (!(offsetof(struct s, b) == 4)) reach_error();
  if (!(offsetof(struct s, d) == 10)) reach_error();
  if (!(offsetof(struct s, e) == 12)) reach_error();
  if (sizeof(struct s) != 20) reach_error();
  return 0;
}
